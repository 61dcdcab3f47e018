import { childCommandTopic, commandTopic, deviceTopics } from '#contract/devices/protocol'
import { topics } from '#contract/topics'
import type { AnyTopic } from '#contract/core/topic'
import type { Caller, Grant } from '../http/handler.ts'
import { childOf, type Eui, type KnownDevice } from './knownDevice.ts'

/** The topic that a name is of, with its parameters; null where nothing declares it. `+` and `#` match nothing. */
export function declared(name: string): { topic: AnyTopic; params: Record<string, string> } | null {
  for (const topic of topics) {
    const params = topic.match(name)
    if (params) return { topic, params }
  }
  return null
}

/** Of whom a connection of `device` speaks on a topic: of itself, or of one behind it; undefined where it may not. */
function spokenOf(device: KnownDevice, { topic, params }: { topic: AnyTopic; params: Record<string, string> }): KnownDevice | undefined {
  const { tenantId, eui = '', child } = params
  if (tenantId !== String(device.tenantId)) return undefined
  if (eui !== device.eui) return topic.access.gateway ? childOf(device, eui) : undefined
  return child === undefined ? device : childOf(device, child)
}

/** A publish that is allowed: on which topic, and of whom it speaks. */
export interface Publish {
  readonly topic: AnyTopic
  readonly device: KnownDevice
  /** The command that is answered; empty on topics that name none. */
  readonly commandId: string
}

/** Why a publish of a device is refused, or what it is. Only declared topics that let the device publish pass. */
export function devicePublish(device: KnownDevice, name: string, retain: boolean): Publish | string {
  const found = declared(name)
  if (!found) return 'no such topic'
  if (found.topic.access.device !== 'publish') return 'not for devices to publish'
  const about = spokenOf(device, found)
  if (!about) return 'topic of another device'
  if (retain && !found.topic.retained) return 'not a retained topic'
  return { topic: found.topic, device: about, commandId: found.params['commandId'] ?? '' }
}

/** Every command of a device, and of every device behind a gateway: the wildcards that are allowed. */
export const commandsOf = ({ tenantId, eui }: Eui): string => commandTopic.of({ tenantId, eui, commandId: '+' })
export const childCommandsOf = ({ tenantId, eui }: Eui): string => childCommandTopic.of({ tenantId, eui, child: '+', commandId: '+' })

const LEVELS = commandTopic.pattern.split('/').length

/** Why a subscription of a device is refused, or null: its own command topics and those of devices behind it, one by one or all by `+`. */
export function deviceSubscribe(device: KnownDevice, filter: string): string | null {
  if (filter === commandsOf(device) || filter === childCommandsOf(device)) return null
  // All commands of one device behind the gateway.
  const name = filter.endsWith('/commands/+') && filter.split('/').length === LEVELS ? `${filter.slice(0, -1)}every` : filter
  if (name.includes('#') || name.includes('+')) return 'wildcard'
  const found = declared(name)
  if (!found) return 'no such topic'
  if (found.topic.access.device !== 'subscribe') return 'not for devices to subscribe'
  return spokenOf(device, found) ? null : 'topic of another device'
}

/** Whether a command on this topic is for a connection of `device` now. */
export function hearsCommand(device: KnownDevice, name: string): boolean {
  const found = declared(name)
  return found?.topic.access.device === 'subscribe' && spokenOf(device, found) !== undefined
}

/** Topics of a device's own on which it may publish and that have no further parameter, by their full name. */
export function publishTopicsOf(device: KnownDevice): Map<string, Publish> {
  const made = new Map<string, Publish>()
  for (const topic of deviceTopics) {
    if (topic.access.device !== 'publish') continue
    const name = topic.of({ tenantId: device.tenantId, eui: device.eui, child: '+', commandId: '+' })
    if (!name.includes('+')) made.set(name, { topic, device, commandId: '' })
  }
  return made
}

/** What a console's subscription is judged by. */
export interface ConsoleRights {
  readonly caller: Pick<Caller, 'userId' | 'client'>
  /** The caller's grant in a tenant, null where it is not one of the caller's. */
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
  // What is told to a person, a program hears of nobody.
  if (userId !== undefined && (rights.caller.client !== null || userId !== String(rights.caller.userId))) return 'topic of another user'
  if (t === undefined) return access === 'login' ? null : 'no tenant'
  const tenantId = idOf(t)
  const grant = tenantId == null ? null : await rights.grant(tenantId)
  if (grant == null) return 'topic of another tenant'
  const { allowed, areas: seen } = grant.decide(access)
  if (!allowed) return 'no permission'
  if (areaId !== undefined) {
    const area = idOf(areaId)
    if (area == null || (seen != null && !seen.includes(area))) return 'base that the user may not see'
    if (!(await rights.areaExists(grant.tenantId, area))) return 'base that the user may not see'
  }
  return null
}

// One spelling for each id: `01` would be another topic than the one that is published on.
const idOf = (word: string): number | null => (/^(0|[1-9]\d{0,14})$/.test(word) ? Number(word) : null)
