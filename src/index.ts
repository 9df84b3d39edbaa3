/// <reference types="reflect-metadata" preserve="true" />
import './modules/decorators/metadata.js' // first: tsyringe refuses to load before reflect-metadata

export type { AroundFunction, Next } from './contracts/around.js'
export type { Collection, Contribution, DecoratedMember } from './contracts/collection.js'
export type { Infer, InferOutput } from './contracts/infer.js'
export type {
  AsyncScope,
  FactoryParameters,
  Provided,
  Provider,
  ProviderDefinition,
  ProviderRecipe,
  ProviderToken,
} from './contracts/provider.js'
export type { ErrorHandler as ErrorHandlerFunction } from './contracts/route.js'
export type { BodyOf, HeadersOf, InferPart, ParamsOf, PayloadOf, QueryOf, ReturnOf } from './contracts/route-types.js'
export type { SchemaErrorFormatter as SchemaErrorFormatterFunction } from './contracts/schema.js'
export type { SchemaRef, Shared } from './contracts/shared.js'
export type * from './contracts/token.js'
export * from './core.js'
export type { Application, GetOptions } from './modules/application.js'
export { type BootstrapOptions, bootstrap } from './modules/bootstrap.js'
export { type ContextContainer, contextContainer } from './modules/container/context-container.js'
export { collection, type MemberDecorator, memberDecorator } from './modules/decorators/collection.js'
export { type ComposableDecorator, type ComposedDecorator, compose } from './modules/decorators/compose.js'
export { Controller, type ControllerOptions } from './modules/decorators/controller.js'
export type {
  AnyClass,
  ClassDecoratorFunction,
  ClassOrMethodDecorator,
  LooseParameterDecorator,
  MethodDecoratorFunction,
  MethodReturning,
  ParameterDecoratorFunction,
  ParameterMismatch,
  RouteDecorator,
} from './modules/decorators/decorator-types.js'
export { type EventFields, type EventMessage, event } from './modules/decorators/event-message.js'
export { Events, type EventsDecorator, type EventsOptions } from './modules/decorators/events.js'
export type {
  CanActivate,
  ErrorType,
  GuardClass,
  GuardFunction,
  GuardPoint,
  GuardResult,
  HandlerAround,
} from './modules/decorators/facts.js'
export { Guard, type GuardOptions, Public } from './modules/decorators/guard.js'
export type { CheckingDecorator, HandlerResult } from './modules/decorators/handler-check.js'
export {
  Around,
  type AroundMethod,
  ErrorHandler,
  type ErrorHandlerMethod,
  NotFoundHandler,
  SchemaErrorFormatter,
  type SchemaErrorFormatterMethod,
} from './modules/decorators/handlers.js'
export { Hook, type HookMethod, Use } from './modules/decorators/hooks.js'
export type { InjectingClassDecorator, InjectOption } from './modules/decorators/inject-list.js'
export { Injectable, type InjectableOptions } from './modules/decorators/injectable.js'
export { type DecorationsOption, Module, type ModuleOptions, PluginWrapped } from './modules/decorators/module.js'
export type {
  CollectedList,
  ImportEntry,
  ImportThunk,
  MemberCollection,
  OfferedToken,
  UseOf,
} from './modules/decorators/module-fact.js'
export {
  Body,
  Headers,
  Inject,
  type OwnParameterDecorator,
  Param,
  Params,
  paramOf,
  Query,
  Rep,
  Req,
} from './modules/decorators/parameters.js'
export { provide } from './modules/decorators/provide.js'
export { type RouteValue, type RouteValueOptions, routeValue } from './modules/decorators/route-value.js'
export {
  All,
  Delete,
  Get,
  Head,
  Options,
  Patch,
  Post,
  Put,
  Route,
  type RouteDecoratorFullOptions,
  type RouteDecoratorOptions,
  Status,
} from './modules/decorators/routes.js'
export { Schema, type SchemaDecorator, shared } from './modules/decorators/schema.js'
export { Messages, Socket, type SocketDecorator, type SocketOptions } from './modules/decorators/socket.js'
export { contextValue, Log, lazy, replyValue, requestValue, token } from './modules/decorators/tokens.js'
export { type ModuleOptionsOfUse, type PluginTaking, use } from './modules/decorators/use.js'
