import { useCallback, useState } from 'react'
import { keepChoice, type MapChoice, readChoice } from '#src/map/keepLayers.ts'

/** What the user shows on the map, remembered in this browser. A change of user reads the other one's. */
export function useMapChoice(userId: number): [MapChoice, (change: Partial<MapChoice>) => void] {
  const [kept, setKept] = useState(() => ({ userId, choice: readChoice(localStorage, userId) }))
  const current = kept.userId === userId ? kept : { userId, choice: readChoice(localStorage, userId) }
  if (current !== kept) setKept(current)
  const change = useCallback(
    (part: Partial<MapChoice>) =>
      setKept((before) => {
        const choice = { ...before.choice, ...part }
        keepChoice(localStorage, before.userId, choice)
        return { userId: before.userId, choice }
      }),
    [],
  )
  return [current.choice, change]
}
