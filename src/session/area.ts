import { createStore } from '#src/createStore.ts'
import { AREA } from './wayBack.ts'

const stored = () => {
  const id = Number(sessionStorage.getItem(AREA) ?? Number.NaN)
  return Number.isInteger(id) && id > 0 ? id : null
}

/** The base that was chosen in this tab; null where none was, or the choice was another tenant's (AREA-02). */
export const chosenArea = createStore<number | null>(stored())

export function chooseArea(areaId: number | null): void {
  if (areaId == null) sessionStorage.removeItem(AREA)
  else sessionStorage.setItem(AREA, String(areaId))
  chosenArea.set(areaId)
}
