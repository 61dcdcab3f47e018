import type { CallGroups } from '#contract/calls'
import { SIM_PATHS, SIM_SECRET_MAX, type SimSource } from '#contract/organization/simSource'
import { httpAddress } from '../../ground/calling/address.ts'
import type { Context } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { faultyField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { createSeal } from '../../ground/seal.ts'
import { addressOf, type Asked, askCarrier } from './askCarrier.ts'
import { actsOnEveryCard } from './limits.ts'
import { rememberTrial, wasTried, wayOf } from './trials.ts'

/** What the secret of an enterprise is sealed for. */
export const simPurposeOf = (tenantId: number) => `sim ${tenantId}`
const SAMPLE = '8986000000000000000'

const EMPTY: SimSource = {
  address: '',
  method: 'GET',
  headerName: '',
  usedPath: '',
  allowancePath: '',
  statePath: '',
  expiryPath: '',
  unit: 'MB',
  states: [],
  enabledFlag: 0,
  hasSecret: false,
  objectVersionNumber: 0,
}
const rowOf = (scope: Scope) => scope.select('sim_source').selectAll().executeTakeFirst()
type Kept = Awaited<ReturnType<typeof rowOf>>

function described(row: Kept): SimSource {
  if (!row) return EMPTY
  const { address, method, header_name: headerName, fields, secret, enabled_flag: enabledFlag, object_version_number: version } = row
  return { ...fields, address, method: method as 'GET', headerName, enabledFlag, hasSecret: secret !== null, objectVersionNumber: version }
}
const originOf = (template: string) => {
  const address = addressOf(template, SAMPLE)
  return URL.canParse(address) ? new URL(address).origin : ''
}

/** What it is for is said by someone who has every card before them. */
function mustActOnEveryCard(asking: Asking): void {
  if (!actsOnEveryCard(asking)) throw new CallFailure('error.permission.denied')
}
/** A service of which nothing is read is nothing to ask. */
function mustReadSomething({ language }: Asking, mapping: Pick<SimSource, (typeof SIM_PATHS)[number]>): void {
  if (SIM_PATHS.every((name) => mapping[name] === '')) throw faultyField(language, 'usedPath', 'required')
}

/** How the carrier's service is asked: tried before it is switched on; its secret is sealed, and answered to nobody. */
export function simSourceHandlers(context: Pick<Context, 'config' | 'serviceDb' | 'secrets' | 'clock'>): Handlers<CallGroups['simSource']> {
  const { config, serviceDb, secrets, clock } = context
  const seal = createSeal(serviceDb)
  const { allow } = config.alarms

  /** The secret that it would be asked with. One that is kept goes to where it was set for, and nowhere else. */
  async function secretFor(asking: Asking, kept: Kept, given: { address: string; headerName: string; secret: string | null }) {
    const { language, grant } = asking
    if (given.address !== '' && httpAddress(addressOf(given.address, SAMPLE), allow) === null) throw faultyField(language, 'address', 'url')
    const typed = secrets.readKept(given.secret, { field: 'secret', longest: SIM_SECRET_MAX, language })
    if (typed !== null && /[^\x20-\x7e]/.test(typed)) throw faultyField(language, 'secret')
    if (typed !== null) return typed === '' ? null : typed
    if (!kept?.secret) return null
    if (given.headerName === '') return null
    if (originOf(kept.address) !== originOf(given.address)) throw faultyField(language, 'secret', 'required')
    return seal.open(simPurposeOf(grant.tenantId), kept.secret)
  }

  /** Whether it is switched on already and asked in just this way: who changes nothing need not try. */
  async function isAskedSo(kept: Kept, asked: Asked, tenantId: number): Promise<boolean> {
    if (kept?.enabled_flag !== 1) return false
    const secret = kept.secret === null ? null : await seal.open(simPurposeOf(tenantId), kept.secret)
    const { address, method, header_name: headerName, fields } = kept
    return wayOf({ address, method: method as 'GET', headerName, ...fields, secret }) === wayOf(asked)
  }

  return {
    get(_, asking) {
      mustActOnEveryCard(asking)
      return asking.inTenant(async (scope) => described(await rowOf(scope)))
    },

    async save({ body }, asking) {
      mustActOnEveryCard(asking)
      const { secret: sent, objectVersionNumber, address, method, headerName, enabledFlag, ...fields } = body
      const { tenantId } = asking.grant
      return asking.inTenant(async (scope) => {
        const old = await scope.select('sim_source').selectAll().forUpdate().executeTakeFirst()
        if ((old?.object_version_number ?? 0) !== objectVersionNumber) throw new CallFailure('error.version.stale')
        const secret = await secretFor(asking, old, { address, headerName, secret: sent })
        if (address !== '' && enabledFlag === 1) {
          mustReadSomething(asking, fields)
          const asked = { address, method, headerName, ...fields, secret }
          if (!(await isAskedSo(old, asked, tenantId)) && !(await wasTried(scope, seal, asked, clock())))
            throw new CallFailure('error.sim.untried')
        }
        const row = {
          address,
          method,
          header_name: headerName,
          fields: JSON.stringify(fields),
          enabled_flag: address === '' ? 0 : enabledFlag,
          secret: secret === null ? null : await seal.seal(simPurposeOf(tenantId), secret),
          object_version_number: objectVersionNumber + 1,
        }
        // Two who save the first one at once: the second has not seen what the first saved.
        if (old) await scope.update('sim_source').set(row).execute()
        else {
          const made = await scope
            .insert('sim_source', [row])
            .onConflict((conflict) => conflict.doNothing())
            .returning('sim_source.tenant_id')
            .executeTakeFirst()
          if (!made) throw new CallFailure('error.version.stale')
        }
        return described(await rowOf(scope))
      })
    },

    async try({ body }, asking) {
      mustActOnEveryCard(asking)
      const { secret: sent, iccid, enabledFlag: _enabled, ...asked } = body
      const secret = await asking.inTenant(async (scope) => secretFor(asking, await rowOf(scope), { ...asked, secret: sent }))
      if (asked.address === '') throw faultyField(asking.language, 'address', 'required')
      mustReadSomething(asking, asked)
      const tried = await askCarrier({ ...asked, secret }, iccid, { allow }, new AbortController().signal)
      if (tried.fault === null) await asking.inTenant((scope) => rememberTrial(scope, seal, { ...asked, secret }, clock()))
      return tried
    },
  }
}
