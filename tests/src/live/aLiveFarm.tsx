import { ThemeProvider } from '@mui/material/styles'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { BehaviorSubject, Observable, ReplaySubject, Subject } from 'rxjs'
import type { AnyTopic } from '#contract/core/topic'
import { createLive, type Live } from '#src/live/live.ts'
import { GivenLive } from '#src/live/LiveProvider.tsx'
import { buildTheme } from '#src/theme/theme.ts'
import type { Broker } from '#streams/broker'
import type { ConnectionStatus } from '#streams/connection'
import type { FramePacer } from '#streams/frames'
import type { Heard } from '#streams/heard'

const theme = buildTheme()
const words = i18next.createInstance()
await words.use(initReactI18next).init({ lng: 'en-US', resources: {} })

/** A live layer whose broker and frames are in the hand of the test; calls go to whatever `fetch` is. */
export function aLiveFarm() {
  const topics = new Map<string, { heard$: ReplaySubject<Heard<unknown>>; listeners: number }>()
  const topicOf = (name: string) => {
    let one = topics.get(name)
    if (!one) topics.set(name, (one = { heard$: new ReplaySubject(1), listeners: 0 }))
    return one
  }
  const status$ = new BehaviorSubject<ConnectionStatus>('connecting')
  const closed$ = new Subject<void>()
  let opened = 0
  const broker: Broker = {
    status$,
    listen: (topic: AnyTopic, params: Record<string, string | number>) => {
      const one = topicOf(topic.of(params as never))
      return new Observable<Heard<never>>((subscriber) => {
        one.listeners++
        const inner = one.heard$.subscribe(subscriber as never)
        return () => {
          one.listeners--
          inner.unsubscribe()
        }
      })
    },
    counts: () => ({ received: 0, malformed: 0 }),
    heardAt: () => null,
    close: () => closed$.next(),
  }
  let flush: (() => void) | null = null
  const frames: FramePacer = {
    request(wanted) {
      flush = wanted
      return () => {
        flush = null
      }
    },
  }
  const live: Live = createLive({
    tenantId: 1,
    userId: 9,
    open: () => {
      opened++
      return Promise.resolve(broker)
    },
    frames,
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return {
    live,
    queries,
    status$,
    opened: () => opened,
    listeners: (name: string) => topicOf(name).listeners,
    hear: (name: string, heard: Heard<unknown>) => topicOf(name).heard$.next(heard),
    say: (name: string, payload: unknown) => topicOf(name).heard$.next({ kind: 'message', payload }),
    paint: () => {
      const wanted = flush
      flush = null
      wanted?.()
    },
    Around: ({ children }: { children: ReactNode }) => (
      <I18nextProvider i18n={words}>
        <QueryClientProvider client={queries}>
          <ThemeProvider theme={theme}>
            <GivenLive value={live}>{children}</GivenLive>
          </ThemeProvider>
        </QueryClientProvider>
      </I18nextProvider>
    ),
  }
}
