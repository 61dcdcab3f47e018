import { CameraTrouble } from '../driver.ts'
import type { EzvizClient } from './client.ts'
import { DONE, faultOfCode } from './codes.ts'

// Written from the public reference: POST /api/lapp/device/list {pageStart from 0, pageSize of 50 at most} answers the devices of an account, each
// with its deviceSerial and status (1 online). Whether it names those of the national standard it does not say.

const PATH = '/api/lapp/device/list'
const PAGE_SIZE = 50
const MOST_PAGES = 40
/** One list serves the looks of a turn. */
const KEPT_MS = 50_000
const ONLINE = '1'

type Roster = ReadonlyMap<string, boolean>

/** Which devices of each tenant's account are online, asked for fifty at a time: a look at each by itself would be a call a minute and camera. */
export function createRoster(client: EzvizClient) {
  const kept = new Map<number, { readonly roster: Promise<Roster>; readonly until: number }>()

  async function read(tenantId: number): Promise<Roster> {
    const found = new Map<string, boolean>()
    for (let page = 0; page < MOST_PAGES; page++) {
      const { code, list } = await client.ask(tenantId, PATH, { pageStart: String(page), pageSize: String(PAGE_SIZE) })
      if (code !== DONE) throw new CameraTrouble(faultOfCode(code))
      for (const one of list) {
        const { deviceSerial, status } = (one ?? {}) as { deviceSerial?: unknown; status?: unknown }
        if (typeof deviceSerial === 'string') found.set(deviceSerial.toUpperCase(), String(status) === ONLINE)
      }
      if (list.length < PAGE_SIZE) break
    }
    return found
  }
  return {
    /** null: the list does not name it. Throws CameraTrouble. */
    async isOnline(tenantId: number, deviceSerial: string): Promise<boolean | null> {
      let entry = kept.get(tenantId)
      if (!entry || performance.now() >= entry.until) {
        const roster = read(tenantId)
        const fresh = { roster, until: performance.now() + KEPT_MS }
        roster.catch(() => kept.get(tenantId) === fresh && kept.delete(tenantId))
        kept.set(tenantId, (entry = fresh))
      }
      return (await entry.roster).get(deviceSerial.toUpperCase()) ?? null
    },
  }
}
