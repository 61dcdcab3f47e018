import { z } from 'zod'
import type { CallGroups } from '#contract/calls'
import { type CommandState } from '#contract/devices/command'
import { type DeviceType, deviceTypes } from '#contract/devices/deviceType'
import { settingsOf } from '#contract/devices/settings'
import { settingsSet } from '#contract/devices/verbs'
import { notFound } from '../ground/failure.ts'
import { faultyField, invalidInput } from '../ground/http/faults.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import type { Language } from '../ground/words.ts'
import { findDevice, findFor } from './deviceRows.ts'
import { commandsOf } from './switchRows.ts'

/** What is to be set, whole and within the limits of the type; fails beside the setting that is not. */
function lawful(language: Language, type: DeviceType, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = Object.entries(settingsOf(type))
  if (fields.length === 0) throw notFound()
  const parsed = z.strictObject(Object.fromEntries(fields.map(([name, { schema }]) => [name, schema]))).safeParse(given)
  if (!parsed.success) throw invalidInput(parsed.error, given, language)
  for (const [lower, upper] of deviceTypes[type].rising) {
    const [low, high] = [parsed.data[lower], parsed.data[upper]] as (number | null)[]
    if ((low === null) !== (high === null)) throw faultyField(language, low === null ? lower : upper, 'required')
    if (low != null && high != null && low >= high) throw faultyField(language, upper, 'rising')
  }
  return parsed.data
}

/** Settings that a device holds itself: what was asked of it and what it confirmed are its commands. */
export const settingsHandlers = ({ desk }: Pick<Services, 'desk'>): Handlers<CallGroups['settings']> => ({
  get: ({ params }, asking) =>
    asking.inTenant(async (scope) => {
      const device = await findDevice(scope, asking, params.id)
      const newest = () =>
        commandsOf(scope)
          .where('command.device_id', '=', device.id)
          .where('command.verb', '=', settingsSet.name)
          .orderBy('command.created_at', 'desc')
          .limit(1)
      const asked = await newest().executeTakeFirst()
      const confirmed = await newest().where('command.state', '=', 'observed').executeTakeFirst()
      return {
        confirmed: confirmed ? { values: confirmed.args as Record<string, unknown>, at: confirmed.state_at } : null,
        asked: asked
          ? {
              values: asked.args as Record<string, unknown>,
              at: asked.created_at,
              state: asked.state as CommandState,
              message: asked.message,
              author: asked.author,
            }
          : null,
      }
    }),

  async set({ params, body }, asking) {
    const device = await asking.inTenant((scope) => findFor('edit', scope, asking, params.id))
    return desk.request({
      tenantId: asking.grant.tenantId,
      deviceId: device.id,
      verb: settingsSet,
      args: lawful(asking.language, device.device_type as DeviceType, body.values),
      asker: { by: 'user', userId: asking.caller.userId },
      priority: 'manual',
    })
  },
})
