/** The classes of W2, W3 and W6 as class-validator and class-transformer want them. */
import 'reflect-metadata'
import { Expose, Transform, Type } from 'class-transformer'
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator'

export class UserParams {
  @Type(() => Number)
  @IsInt()
  id!: number
}

export class UserQuery {
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit!: number

  @Type(() => Number)
  @IsInt()
  offset = 0

  @Transform(({ value }) => value === 'true' || (value === 'false' ? false : value))
  @IsBoolean()
  active!: boolean

  @Type(() => Number)
  @IsNumber()
  ratio!: number

  @IsIn(['name', 'age'])
  sort!: string
}

export class ShownUser {
  @Expose() id!: number
  @Expose() limit!: number
  @Expose() offset!: number
  @Expose() active!: boolean
  @Expose() ratio!: number
  @Expose() sort!: string
  @Expose() name!: string
  @Expose() city!: string
  @Expose() street!: string
  @Expose() age!: number
}

class Address {
  @Expose()
  @IsString()
  street!: string

  @Expose()
  @IsString()
  city!: string

  @Expose()
  @IsString()
  country = 'GB'
}

class Customer {
  @Expose()
  @IsString()
  @MaxLength(40)
  name!: string

  @Expose()
  @IsBoolean()
  newsletter = false

  @Expose()
  @ValidateNested()
  @Type(() => Address)
  address!: Address
}

class Item {
  @Expose()
  @IsString()
  @MaxLength(20)
  sku!: string

  @Expose()
  @IsNumber()
  @Min(0)
  price!: number

  @Expose()
  @IsInt()
  @Min(1)
  count = 1

  @Expose()
  @IsOptional()
  @IsString()
  @MaxLength(100)
  note?: string
}

export class NewOrder {
  @Expose()
  @ValidateNested()
  @Type(() => Customer)
  customer!: Customer

  @Expose()
  @IsArray()
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => Item)
  items!: Item[]
}

export class CreatedOrder extends NewOrder {
  @Expose() id!: number
}

export class Row {
  @Expose() id!: number
  @Expose() name!: string
  @Expose() price!: number
  @Expose() active!: boolean
  @Expose() tag!: string | null
}
