import { contextValue, provide } from 'alcove'
import { type InjectionToken, inject, injectable } from 'tsyringe'

// Classes, tokens and factories as an application wrote them for tsyringe.

export interface Mailer {
  send(): string
}
export const MailerToken: InjectionToken<Mailer> = Symbol('mailer')
export const Place = contextValue<string>('tsyringe.place')

@injectable()
export class Smtp implements Mailer {
  send() {
    return 'sent'
  }
}

@injectable()
export class Users {
  constructor(
    @inject('url') readonly url: string,
    @inject(MailerToken) readonly mailer: Mailer,
    readonly smtp: Smtp,
    @inject('missing', { isOptional: true }) readonly missing?: string,
  ) {}
}

export const providers = [Users, Smtp, provide('url', { useValue: 'db://' }), provide(MailerToken, { useClass: Smtp })]
