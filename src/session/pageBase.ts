import { useEffect } from 'react'
import { createStore, useStore } from '#src/createStore.ts'

/** A base, as it is named to a person. */
export interface NamedBase {
  readonly areaId: number
  readonly areaName: string
}

const said = createStore<readonly NamedBase[]>([])

/** Says, while the page is on the screen, that it is about something of this base, whichever is selected; null says nothing. */
export function useSaysBase(base: NamedBase | null): void {
  const [areaId, areaName] = [base?.areaId, base?.areaName]
  useEffect(() => {
    if (areaId === undefined || areaName === undefined) return
    const mine = { areaId, areaName }
    said.set([...said.get(), mine])
    return () => said.set(said.get().filter((one) => one !== mine))
  }, [areaId, areaName])
}

/** The base that the page on the screen is about; null where it goes by the selected one. */
export const usePageBase = (): NamedBase | null => useStore(said).at(-1) ?? null
