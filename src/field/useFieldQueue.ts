import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { rereadKept } from '#src/api/keptSince.ts'
import { serverAnswers } from '#src/api/reach.ts'
import { useStore } from '#src/createStore.ts'
import { nextOf, type Operation } from '#src/kept/operation.ts'
import { queueOf } from '#src/kept/queue.ts'
import { useSession } from '#src/session/session.ts'

/** How long the next try is waited for, ms: doubled from the first to the last. */
const FIRST_MS = 4000
const LAST_MS = 60_000

/** What waits of whoever is signed in: that of the current tenant, and how many of others of theirs. */
export function useQueue(): { readonly queue: readonly Operation[]; readonly elsewhere: number } {
  const all = useStore(queueOf)
  const { self, tenantId } = useSession()
  const owner = `${self?.id ?? -1} ${tenantId}`
  const queue = all.filter((one) => one.owner === owner)
  return { queue, elsewhere: all.length - queue.length }
}

/** Sends what waits whenever there may be a network again, and reads again what is shown from before. */
export function useSending(isOld: boolean): void {
  const { queue } = useQueue()
  const client = useQueryClient()
  const isNeeded = nextOf(queue) !== null || isOld
  useEffect(() => {
    if (!isNeeded) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let pause = FIRST_MS
    const again = () => {
      clearTimeout(timer)
      if (!isOver) timer = setTimeout(() => void run(), pause)
      pause = Math.min(LAST_MS, pause * 2)
    }
    const run = async () => {
      clearTimeout(timer)
      try {
        // Few have anything to send.
        const { sendQueue } = await import('./sender.ts')
        const outcome = await sendQueue()
        if (outcome === 'later') return again()
        if (isOld && !isOver && !(await serverAnswers())) return again()
        if (isOld && !isOver) await rereadKept(client)
        again()
      } catch {
        again()
      }
    }
    const soon = () => {
      pause = FIRST_MS
      void run()
    }
    const shown = () => document.visibilityState === 'visible' && soon()
    void run()
    addEventListener('online', soon)
    document.addEventListener('visibilitychange', shown)
    return () => {
      isOver = true
      clearTimeout(timer)
      removeEventListener('online', soon)
      document.removeEventListener('visibilitychange', shown)
    }
  }, [isNeeded, isOld, client])
}
