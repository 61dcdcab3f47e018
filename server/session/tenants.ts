import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { CallGroups } from '#contract/calls'
import { parseFileUrl } from '#contract/media/files'
import { brandPictureOf } from '#contract/organization/corporation'
import type { Deployment } from '#contract/session/tenant'
import type { Database } from '../ground/database/schema.ts'
import type { Gate } from '../ground/http/gate.ts'
import type { Handlers } from '../ground/http/handler.ts'

const REMEMBERED_MS = 30_000
const REMEMBERED_MAX = 1000

const own: Deployment = {
  favicon: null,
  loginTitle: null,
  loginLogo: null,
  workLogo: null,
  titleLoginLogo: null,
  copyright: null,
  defaultLanguage: null,
}

/** A picture that was uploaded for it is found where everybody may look. */
function publicly(tenantId: number, given: string | null): string | null {
  const file = given === null ? null : parseFileUrl(given)
  return file !== null && file.tenantId === tenantId ? brandPictureOf(tenantId, file.id) : given
}

/** How the tenant that owns a domain introduces itself; the product's own words where none does. Remembered for half a minute. */
export function deployments(
  db: Kysely<Database>,
  clock: () => number,
  onChange: Gate['onChange'] = () => undefined,
): (domain: string) => Promise<Deployment> {
  const known = new LRUCache<string, Promise<Deployment>>({
    max: REMEMBERED_MAX,
    ttl: REMEMBERED_MS,
    ttlResolution: 0,
    perf: { now: clock },
  })
  // A tenant that has changed introduces itself anew at once.
  onChange((change) => {
    if ('tenant' in change && change.tenant !== null) known.clear()
  })
  const read = async (domain: string): Promise<Deployment> => {
    const row = await db.selectFrom('tenant').select(['id', 'deployment']).where('domain', '=', domain).executeTakeFirst()
    if (!row) return own
    return Object.fromEntries(
      Object.keys(own).map((name) => [name, publicly(row.id, row.deployment[name] ?? null)]),
    ) as unknown as Deployment
  }
  return (given) => {
    const domain = given.trim().toLowerCase().replace(/:\d+$/, '')
    if (!/^[a-z0-9.-]{1,253}$/.test(domain)) return Promise.resolve(own)
    const remembered = known.get(domain)
    if (remembered) return remembered
    const answer = read(domain)
    known.set(domain, answer)
    answer.catch(() => known.delete(domain))
    return answer
  }
}

export const tenantHandlers = (
  deploymentOf: (domain: string) => Promise<Deployment>,
): Omit<Handlers<CallGroups['tenant']>, 'register'> => ({
  domain: ({ query }) => deploymentOf(query.domainName),
})
