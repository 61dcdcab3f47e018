import { commandTopic, deviceTopics } from '#contract/devices/protocol'
import { topics } from '#contract/topics'
import type { AnyTopic } from '#contract/core/topic'
import { grantsAny } from '#contract/session/permissions'
import type { Grant } from '../http/handler.ts'

/** The topic that a name is of, with its parameters; null where nothing declares it. `+` and `#` match nothing. */
export function declared(name: string): { topic: AnyTopic; params: Record<string, string> } | null {
  for (const topic of topics) {
    const params = topic.match(name)
    if (params) return { topic, params }
  }
  return null
}

/** A device's name on the wire. */
export interface Eui {
  readonly tenantId: number
  readonly eui: string
}
const own = (device: Eui, params: Record<string, string>): boolean =>
  params['tenantId'] === String(device.tenantId) && params['eui'] === device.eui

/** Why a publish of a device is refused, or the topic it is of. Only declared topics that let the device publish pass. */
export function devicePublish(device: Eui, name: string, retain: boolean): AnyTopic | string {
  const found = declared(name)
  if (!found) return 'no such topic'
  if (found.topic.access.device !== 'publish') return 'not for devices to publish'
  if (!own(device, found.params)) return 'topic of another device'
  if (retain && !found.topic.retained) return 'not a retained topic'
  return found.topic
}

/** Why a subscription of a device is refused, or null: its own command topics, one by one or all by `+`. */
export function deviceSubscribe(device: Eui, filter: string): string | null {
  if (filter === commandsOf(device)) return null
  if (filter.includes('#') || filter.includes('+')) return 'wildcard'
  const found = declared(filter)
  if (!found) return 'no such topic'
  if (found.topic.access.device !== 'subscribe') return 'not for devices to subscribe'
  return own(device, found.params) ? null : 'topic of another device'
}

/** Every command of a device: the one wildcard that is allowed. */
export const commandsOf = (device: Eui): string => commandTopic.of({ ...device, commandId: '+' })

/** Topics that a device may publish on and that have no further parameter, by their full name. */
export function publishTopicsOf(device: Eui): Map<string, AnyTopic> {
  const made = new Map<string, AnyTopic>()
  for (const topic of deviceTopics) {
    if (topic.access.device !== 'publish') continue
    const name = topic.of({ tenantId: device.tenantId, eui: device.eui, commandId: '+' })
    if (!name.includes('+')) made.set(name, topic)
  }
  return made
}

/** What a console's subscription is judged by. */
export interface ConsoleRights {
  readonly userId: number
  /** The user's grant in a tenant, null where it is not one of the user's. */
  readonly grant: (tenantId: number) => Promise<Grant | null>
  /** Whether a base is one of the tenant's. */
  readonly areaExists: (tenantId: number, areaId: number) => Promise<boolean>
}

/** Why a console may not subscribe to a topic, or null where it may. */
export async function consoleSubscribe(rights: ConsoleRights, filter: string): Promise<string | null> {
  if (filter.includes('#') || filter.includes('+')) return 'wildcard'
  const found = declared(filter)
  if (!found) return 'no such topic'
  const access = found.topic.access.console
  if (access == null) return 'not for consoles'
  const { t, areaId, userId } = found.params
  if (userId !== undefined && userId !== String(rights.userId)) return 'topic of another user'
  if (t === undefined) return access === 'login' ? null : 'no tenant'
  const tenantId = idOf(t)
  const grant = tenantId == null ? null : await rights.grant(tenantId)
  if (grant == null) return 'topic of another tenant'
  if (access !== 'login' && !grantsAny(grant.codes, access)) return 'no permission'
  if (areaId !== undefined) {
    const area = idOf(areaId)
    const seen = access === 'login' ? grant.areas : grant.areasFor(access)
    if (area == null || (seen != null && !seen.includes(area))) return 'base that the user may not see'
    if (!(await rights.areaExists(grant.tenantId, area))) return 'base that the user may not see'
  }
  return null
}

// One spelling for each id: `01` would be another topic than the one that is published on.
const idOf = (word: string): number | null => (/^(0|[1-9]\d{0,14})$/.test(word) ? Number(word) : null)
