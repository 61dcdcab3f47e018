import { useCallback, useEffect, useRef, useState } from 'react'
import type { StoredFile } from '#contract/media/files'
import type { CallFailure } from '#src/api/call.ts'
import { isFailure, type Sent, uploadFile, type UploadOptions } from './uploadFile.ts'

/** One file on its way. Files go one after the other, so that they arrive in the order in which they were chosen. */
export interface Pending {
  readonly key: number
  readonly file: File
  /** `preparing` is read and made smaller, `sending` counts what has left, `failed` waits for a decision. */
  readonly state: 'waiting' | 'preparing' | 'sending' | 'failed'
  readonly progress: Sent | null
  readonly failure: CallFailure | null
}
export interface Uploads {
  readonly pending: readonly Pending[]
  readonly add: (files: readonly File[]) => void
  readonly retry: (key: number) => void
  /** Stops a file that is on its way, or puts a failed one away. Nothing of it stays on the server. */
  readonly cancel: (key: number) => void
}

type FileOptions = Pick<UploadOptions, 'bucket' | 'kind' | 'attachmentUuid'>

let nextKey = 1

/** Sends files one after another and tells `onStored` of each; what is under way is stopped when its input leaves the page. */
export function useUploads(options: FileOptions, onStored: (stored: StoredFile) => void): Uploads {
  return useUploadsBy(uploadFile, options, onStored)
}

/** As {@link useUploads}, by a call of the caller's own. `send` never throws. */
export function useUploadsBy<Stored extends object>(
  send: (file: File, options: UploadOptions) => Promise<Stored | CallFailure>,
  options: FileOptions,
  onStored: (stored: Stored) => void,
): Uploads {
  const [pending, setPending] = useState<readonly Pending[]>([])
  const running = useRef<{ readonly key: number; readonly stop: AbortController } | null>(null)
  const latest = useRef({ send, options, onStored })
  useEffect(() => {
    latest.current = { send, options, onStored }
  })

  const change = useCallback((key: number, to: Partial<Pending>) => {
    setPending((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)))
  }, [])

  const next = pending.find(({ state }) => state === 'waiting')
  const busy = pending.some(({ state }) => state === 'preparing' || state === 'sending')
  useEffect(() => {
    if (next == null || busy || running.current != null) return
    const { key, file } = next
    const stop = new AbortController()
    running.current = { key, stop }
    change(key, { state: 'preparing' })
    const begin = async () => {
      const answer = await latest.current.send(file, {
        ...latest.current.options,
        signal: stop.signal,
        onProgress: (progress) => change(key, { state: 'sending', progress }),
      })
      if (running.current?.key === key) running.current = null
      if (stop.signal.aborted) {
        setPending((all) => all.filter((one) => one.key !== key))
        return
      }
      if (isFailure(answer)) {
        change(key, { state: 'failed', failure: answer, progress: null })
        return
      }
      latest.current.onStored(answer)
      setPending((all) => all.filter((one) => one.key !== key))
    }
    void begin()
  }, [next, busy, change])

  useEffect(
    () => () => {
      running.current?.stop.abort()
    },
    [],
  )

  return {
    pending,
    add: useCallback((files) => {
      setPending((all) => [
        ...all,
        ...files.map((file) => ({ key: nextKey++, file, state: 'waiting' as const, progress: null, failure: null })),
      ])
    }, []),
    retry: useCallback((key) => change(key, { state: 'waiting', failure: null, progress: null }), [change]),
    cancel: useCallback((key) => {
      if (running.current?.key === key) {
        running.current.stop.abort()
        running.current = null
      }
      setPending((all) => all.filter((one) => one.key !== key))
    }, []),
  }
}
