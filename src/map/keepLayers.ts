import { type Layer, LAYERS } from '#contract/devices/deviceType'

/** What a person chose on the map: layers that are shown, plots and tours too, and the picture underneath (null: not chosen). */
export interface MapChoice {
  readonly layers: Readonly<Record<Layer, boolean>>
  readonly plots: boolean
  readonly tours: boolean
  readonly source: string | null
}

export const DEFAULT_CHOICE: MapChoice = { layers: LAYERS, plots: true, tours: true, source: null }

const keyOf = (userId: number) => `furrow.map.${userId}`

/** The remembered choice of a user. Anything that cannot be read is the default: a layer that was added since has its own. */
export function readChoice(store: Pick<Storage, 'getItem'>, userId: number): MapChoice {
  let kept: unknown
  try {
    kept = JSON.parse(store.getItem(keyOf(userId)) ?? 'null')
  } catch {
    return DEFAULT_CHOICE
  }
  if (typeof kept !== 'object' || kept === null) return DEFAULT_CHOICE
  const { layers, plots, tours, source } = kept as Partial<Record<keyof MapChoice, unknown>>
  const chosen = (typeof layers === 'object' && layers !== null ? layers : {}) as Record<string, unknown>
  return {
    layers: Object.fromEntries(
      Object.entries(LAYERS).map(([layer, initially]) => [layer, typeof chosen[layer] === 'boolean' ? chosen[layer] : initially]),
    ) as Record<Layer, boolean>,
    plots: typeof plots === 'boolean' ? plots : true,
    tours: typeof tours === 'boolean' ? tours : true,
    source: typeof source === 'string' ? source : null,
  }
}

/** Remembers a choice; a store that is full or closed forgets it. */
export function keepChoice(store: Pick<Storage, 'setItem'>, userId: number, choice: MapChoice): void {
  try {
    store.setItem(keyOf(userId), JSON.stringify(choice))
  } catch {
    // The choice holds until the page is left.
  }
}
