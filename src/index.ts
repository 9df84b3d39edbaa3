/// <reference types="reflect-metadata" preserve="true" />
import './decorators/metadata.js' // first: tsyringe refuses to load before reflect-metadata

export type { Application } from './bootstrap/application.js'
export { type BootstrapOptions, bootstrap } from './bootstrap/bootstrap.js'
export { type ContextContainer, contextContainer } from './bootstrap/context-container.js'
export type { Infer, InferOutput, SchemaRef, Shared } from './contracts/infer.js'
export type {
  FactoryParameters,
  InjectedList,
  Provider,
  ProviderDefinition,
  ProviderRecipe,
  ProviderToken,
} from './contracts/provider.js'
export type { ErrorHandler as ErrorHandlerFunction } from './contracts/route.js'
export type { BodyOf, HeadersOf, InferPart, ParamsOf, PayloadOf, QueryOf, ReturnOf } from './contracts/route-types.js'
export type { Schema as JsonSchema, SchemaErrorFormatter as SchemaErrorFormatterFunction } from './contracts/schema.js'
export type * from './contracts/token.js'
export * from './core.js'
export { type ComposableDecorator, type ComposedDecorator, compose } from './decorators/compose.js'
export { Controller, type ControllerOptions } from './decorators/controller.js'
export type {
  AnyClass,
  ClassDecoratorFunction,
  ClassOrMethodDecorator,
  HandlerResult,
  LooseParameterDecorator,
  MethodDecoratorFunction,
  MethodReturning,
  ParameterDecoratorFunction,
  ParameterMismatch,
} from './decorators/decorator-types.js'
export type {
  CanActivate,
  ErrorType,
  GuardFunction,
  GuardPoint,
  ImportEntry,
  ImportThunk,
  UseOf,
} from './decorators/facts.js'
export { Guard, type GuardOptions } from './decorators/guard.js'
export {
  ErrorHandler,
  type ErrorHandlerMethod,
  NotFoundHandler,
  SchemaErrorFormatter,
  type SchemaErrorFormatterMethod,
} from './decorators/handlers.js'
export { Hook, type HookMethod, Use } from './decorators/hooks.js'
export { Injectable, type InjectableOptions } from './decorators/injectable.js'
export { type DecorationsOption, Module, type ModuleOptions, PluginWrapped } from './decorators/module.js'
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
} from './decorators/parameters.js'
export { provide } from './decorators/provide.js'
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
  type RouteDecorator,
  type RouteDecoratorFullOptions,
  type RouteDecoratorOptions,
} from './decorators/routes.js'
export { Schema, type SchemaDecorator } from './decorators/schema.js'
export { shared } from './decorators/shared.js'
export { Status } from './decorators/status.js'
export { contextValue, Log, lazy, replyValue, requestValue, token } from './decorators/tokens.js'
export { type ModuleOptionsOfUse, type PluginTaking, use } from './decorators/use.js'
