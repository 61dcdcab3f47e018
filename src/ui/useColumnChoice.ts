import { useCallback, useState } from 'react'

export type ColumnChoice = Record<string, boolean>

function stored(key: string): ColumnChoice {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof read !== 'object' || read === null) return {}
    return Object.fromEntries(Object.entries(read).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'))
  } catch {
    // Something else wrote there, or storage is closed to us: the table's own columns are shown.
    return {}
  }
}

/** Which columns a user wants to see in a table, kept in this browser. `initially` holds for columns that nobody chose about. */
export function useColumnChoice(userId: number, table: string, initially: ColumnChoice) {
  const key = `furrow.columns.${userId}.${table}`
  const [kept, setKept] = useState(() => ({ key, choice: stored(key) }))
  const choice = kept.key === key ? kept.choice : stored(key)
  const choose = useCallback(
    (next: ColumnChoice) => {
      setKept({ key, choice: next })
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Without storage the choice lasts as long as the page.
      }
    },
    [key],
  )
  return [{ ...initially, ...choice }, choose] as const
}
