import type { CallGroups } from '#contract/calls'
import { SIM_SECRET_MAX, type SimSource } from '#contract/organization/simSource'
import { httpAddress } from '../../ground/calling/address.ts'
import type { Context } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { faultyField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { createSeal } from '../../ground/seal.ts'
import { addressOf, askCarrier } from './askCarrier.ts'

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

/** How the carrier's service is asked: tried before it is saved; its secret is sealed, and answered to nobody. */
export function simSourceHandlers(context: Pick<Context, 'config' | 'serviceDb' | 'secrets'>): Handlers<CallGroups['simSource']> {
  const { config, serviceDb, secrets } = context
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

  return {
    get: (_, { inTenant }) => inTenant(async (scope) => described(await rowOf(scope))),

    async save({ body }, asking) {
      const { secret: sent, objectVersionNumber, address, method, headerName, enabledFlag, ...fields } = body
      const { tenantId } = asking.grant
      return asking.inTenant(async (scope) => {
        const old = await scope.select('sim_source').selectAll().forUpdate().executeTakeFirst()
        if ((old?.object_version_number ?? 0) !== objectVersionNumber) throw new CallFailure('error.version.stale')
        const secret = await secretFor(asking, old, { address, headerName, secret: sent })
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
      const { secret: sent, iccid, enabledFlag: _enabled, ...asked } = body
      const secret = await asking.inTenant(async (scope) => secretFor(asking, await rowOf(scope), { ...asked, secret: sent }))
      if (asked.address === '') throw faultyField(asking.language, 'address', 'required')
      return askCarrier({ ...asked, secret }, iccid, { allow }, new AbortController().signal)
    },
  }
}
