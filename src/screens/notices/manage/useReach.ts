import { useEffect, useRef, useState } from 'react'
import { managedNoticeCalls } from '#contract/notices/managedNotice'
import { call, isFailure } from '#src/api/call.ts'
import { SEARCH_DELAY_MS } from '#src/ui/useSearch.ts'
import { audienceOf, namesSomebody, type NoticeDraft } from './noticeDraft.ts'

async function peopleOf(draft: NoticeDraft): Promise<number | null> {
  if (!namesSomebody(draft)) return 0
  const answer = await call(managedNoticeCalls.reach, { body: { audience: audienceOf(draft) } }, { quiet: true })
  return isFailure(answer) ? null : answer.people
}

/** How many people an audience is now, asked once it stood still for a moment; null until it is known. */
export function useReach(draft: NoticeDraft): { reach: number | null; ask: () => Promise<number | null> } {
  const key = JSON.stringify(audienceOf(draft))
  const [known, setKnown] = useState<{ key: string; people: number | null } | null>(null)
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })
  useEffect(() => {
    let isOver = false
    const later = setTimeout(() => {
      void peopleOf(latest.current).then((people) => {
        if (!isOver) setKnown({ key, people })
      })
    }, SEARCH_DELAY_MS)
    return () => {
      isOver = true
      clearTimeout(later)
    }
  }, [key])
  return { reach: known?.key === key ? known.people : null, ask: () => peopleOf(draft) }
}
