import { Around, Body, Controller, Get, Guard, Param, Post, Status } from 'alcove'
import { Roles, RolesGuard } from '../access/roles.js'
import { transform } from '../answers/transform.js'
import { Cat } from './cat.js'
import { CatsService } from './cats-service.js'

@Guard(RolesGuard) // was @UseGuards(RolesGuard)
@Around(transform) // was a TransformInterceptor
@Controller('cats')
export class CatsController {
  constructor(private readonly cats: CatsService) {}

  @Post()
  @Status(201) // POST answers 201 in Nest, and 200 here
  @Roles(['admin'])
  create(@Body(Cat) cat: Cat) {
    return this.cats.create(cat)
  }

  @Get()
  findAll() {
    return this.cats.findAll()
  }

  @Get(':id')
  findOne(@Param('id', { type: 'integer' }) id: number) {
    return this.cats.findOne(id)
  }
}
