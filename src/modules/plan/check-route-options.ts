import { serverCodes } from '../../errors/server-codes.js'
import { misplacedRouteOptions } from '../../server/start/misplaced-route-options.js'
import { misspeltOptions } from '../../server/start/option-keys.js'
import { didYouMean } from '../../support/near-miss.js'
import type { Report } from '../../support/report.js'
import { onlyOfModules } from '../decorators/module.js'

/**
 * Reports options of a route or controller that have no effect. A hook under a misspelt name never runs, so a check of
 * the request would be missing. A `version` beside the constraints would leave the route open to all versions. A `body`
 * beside the schema would leave the body unchecked. A plugin may read an option that resembles a known one, such as
 * `timeout` beside `onTimeout`. Few typing mistakes change the first letter.
 */
export function checkRouteOptions(options: object, place: string, report: Report): void {
  for (const { name, modules } of misplacedRouteOptions(options)) {
    report(new serverCodes.ALC_ERR_OPTION_UNKNOWN(`Option "${name}" of ${place} has no effect. ${modules}`))
  }
  for (const { name, near } of misspeltOptions(options)) {
    if (!near.some((each) => each[0] === name[0]?.toLowerCase())) continue
    const advice = `${didYouMean(near)} Values for the application belong in "config"`
    report(new serverCodes.ALC_ERR_OPTION_UNKNOWN(`Option "${name}" of ${place} is unknown: ${advice}`))
  }
}

/** Refuses options of `@Module` that a controller would ignore. A plugin reads none of these from a route. */
export function reportModuleOptions(options: object, name: string, report: Report): void {
  for (const option of onlyOfModules) {
    if (!Object.hasOwn(options, option)) continue
    const problem = `@Controller of ${name} has the option "${option}", which belongs to @Module. Move it to the module`
    report(new serverCodes.ALC_ERR_OPTION_UNKNOWN(problem))
  }
}
