import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer, requiredText } from '../core/values.ts'
import { commandState, MAX_RUN_SECONDS } from './command.ts'
import { deviceTypes } from './deviceType.ts'
import { MOST_TANKS } from './types/waterFertilizer.ts'
import { CONTROL, controlAnswer } from './switch.ts'

const { code: READ, codes } = deviceTypes.waterFertilizer

/** Each channel draws from the stock tank of its own number. */
export const MOST_CHANNELS = MOST_TANKS
export const MOST_RECIPES = 200
/** `share`: percent of what the target EC takes; `litres`: stock solution a m³ of water. */
export const RECIPE_MODES = ['share', 'litres'] as const
/** Litres of stock solution that a m³ of water takes at most. */
const MOST_LITRES = 50

const channels = z
  .array(z.object({ channel: integer(1, MOST_CHANNELS), amount: z.number().min(0) }))
  .min(1)
  .max(MOST_CHANNELS)

const facts = {
  name: requiredText(60),
  /** Target of the mixed water, S/m; null: nothing is regulated. */
  ec: z.number().min(0.01).max(1).nullable(),
  ph: z.number().min(3).max(9).nullable(),
  mode: z.enum(RECIPE_MODES),
  channels,
}
export const recipe = z.object({ id: z.int(), ...facts, objectVersionNumber: z.int() })
export type Recipe = z.infer<typeof recipe>

/** What is wrong with the channels of a recipe as a whole, as a key of `errors:`; null where nothing is. */
export function faultOfChannels({ mode, channels: given, ec }: Pick<Recipe, 'mode' | 'channels' | 'ec'>) {
  if (new Set(given.map(({ channel }) => channel)).size < given.length) return 'error.dosing.channelTwice' as const
  if (mode === 'litres') return given.some(({ amount }) => amount > MOST_LITRES) ? ('error.dosing.litres' as const) : null
  if (given.some(({ amount }) => amount > 100)) return 'error.dosing.share' as const
  // Shares are written with two digits at most; a sum of such doubles is not exact.
  if (Math.abs(given.reduce((sum, { amount }) => sum + amount, 0) - 100) > 0.01) return 'error.dosing.shares' as const
  return ec === null ? ('error.dosing.ec' as const) : null
}
export const LIMITS_OF_RECIPE = { litres: MOST_LITRES, share: 100 }

/** m³ of water. */
export const DOSE_VOLUME = { least: 0.01, most: 10_000 }

/** What a machine is told to dose: the recipe as it was when it was started, and what ends it. */
export const doseArgs = z.object({
  recipe: z.string(),
  ec: z.number().nullable(),
  ph: z.number().nullable(),
  mode: z.enum(RECIPE_MODES),
  channels: z.array(z.object({ channel: z.int(), amount: z.number() })),
  volume: z.number().nullable(),
  seconds: z.int().nullable(),
})
export type Dose = z.infer<typeof doseArgs>

const dosingState = z.object({
  /** null before the machine said so. */
  running: z.boolean().nullable(),
  /** The newest start that the machine did not refuse. */
  started: z
    .object({
      commandId: z.string(),
      dose: doseArgs,
      at: z.int(),
      state: commandState,
      message: z.string().nullable(),
      author: z.string().nullable(),
    })
    .nullable(),
  /** When the server ends it, ms UTC; null where nothing runs. */
  runsUntil: z.int().nullable(),
  /** Its channels, each with the items that say what it gave and what is left; null where the machine does not say. */
  channels: z.array(z.object({ channel: z.int(), doseItemId: z.int().nullable(), tankItemId: z.int().nullable() })),
  volumeItemId: z.int().nullable(),
  runningItemId: z.int().nullable(),
})
export type DosingState = z.infer<typeof dosingState>

const path = '/wfpe/v1/{t}/device/gateway/{id}/dosing' as const
export const dosingCalls = {
  recipes: defineCall({
    method: 'GET',
    path: '/wfpe/v1/{t}/dosing/recipes',
    permission: READ,
    summary: 'The recipes of the tenant, by name',
    answer: z.array(recipe),
    follows: ['recipe'],
  }),
  saveRecipe: defineCall({
    method: 'PUT',
    trail: 'recipe',
    path: '/wfpe/v1/{t}/dosing/recipes',
    permission: codes.edit,
    summary:
      'Makes a recipe, or changes the one with `id`; a stale version answers 409. Fails beside `channels` with error.dosing.share, .shares (they must make 100 %), .litres, .channelTwice; beside `ec` with error.dosing.ec; with error.dosing.most; beside `name` with error.dosing.nameTaken',
    body: z.object({ id: id.optional(), objectVersionNumber: integer(1, 2_000_000_000).optional(), ...facts }),
    answer: recipe,
  }),
  removeRecipe: defineCall({
    method: 'DELETE',
    trail: 'recipe',
    path: '/wfpe/v1/{t}/dosing/recipes/{id}',
    permission: codes.edit,
    summary: 'Deletes a recipe; answers 1. What runs by it goes on',
    answer: z.literal(1),
  }),
  state: defineCall({
    method: 'GET',
    path,
    permission: READ,
    summary: 'What a machine doses, by its own word, what it was told last, and its tanks',
    answer: dosingState,
    follows: ['command', 'item', 'gateway'],
  }),
  start: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${path}/start`,
    permission: CONTROL,
    summary:
      'Starts a recipe, for a volume (m³) or a time, as one command that the machine holds. Fails beside `recipeId` with error.dosing.recipe, error.dosing.channel; beside `volume` with error.dosing.amount, error.dosing.volume; beside `runSeconds` with error.switch.runLimits; with error.dosing.runs while one runs',
    body: z.object({
      recipeId: id,
      volume: z.number().nullable().default(null),
      seconds: integer(1, MAX_RUN_SECONDS).nullable().default(null),
      /** Of a volume: after this long it is ended whatever was reached; the usual time of the type where it is not said. */
      runSeconds: integer(1, MAX_RUN_SECONDS).optional(),
    }),
    answer: controlAnswer,
  }),
  stop: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${path}/stop`,
    permission: CONTROL,
    summary: 'Ends what a machine doses',
    answer: controlAnswer,
  }),
}
