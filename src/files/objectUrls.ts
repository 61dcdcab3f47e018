import { useEffect, useState } from 'react'
import { isFailure } from '#src/api/call.ts'
import { readBlob } from '#src/api/blob.ts'
import { session } from '#src/session/session.ts'

/** A picture that nobody shows any more stays for a moment: lists scroll back, tabs are opened again. */
const KEPT_MS = 30_000

interface Held {
  users: number
  readonly stop: AbortController
  /** Null where it could not be read. */
  readonly url: Promise<string | null>
  timer: ReturnType<typeof setTimeout> | undefined
}

const held = new Map<string, Held>()

function take(address: string): Held {
  const stop = new AbortController()
  const url = readBlob(address, { signal: stop.signal }).then((blob) => (isFailure(blob) ? null : URL.createObjectURL(blob)))
  const made: Held = { users: 0, stop, url, timer: undefined }
  // What failed is asked for again the next time somebody shows it.
  void url.then((found) => {
    if (found == null && held.get(address) === made) held.delete(address)
  })
  held.set(address, made)
  return made
}

function drop(address: string, one: Held): void {
  clearTimeout(one.timer)
  if (held.get(address) === one) held.delete(address)
  one.stop.abort()
  void one.url.then((url) => {
    if (url != null) URL.revokeObjectURL(url)
  })
}

// Pictures of one person in one tenant are never shown to another: with the session's owner or tenant they all go.
let owner = ''
const keepToOwner = () => {
  const { self, tenantId } = session.get()
  const now = `${self?.id ?? ''} ${tenantId}`
  if (now === owner) return
  owner = now
  for (const [address, one] of held) drop(address, one)
}
keepToOwner()
session.subscribe(keepToOwner)

/** Holds what an address of this server contains as an object URL, shared by all that show it, until every one has let go. */
export function holdObjectUrl(address: string): { readonly url: Promise<string | null>; readonly release: () => void } {
  const one = held.get(address) ?? take(address)
  clearTimeout(one.timer)
  one.users += 1
  let released = false
  return {
    url: one.url,
    release() {
      if (released) return
      released = true
      one.users -= 1
      if (one.users === 0) one.timer = setTimeout(() => drop(address, one), KEPT_MS)
    },
  }
}

/** Needs the token; what a published tour shows does not. */
const isPrivate = (address: string) => /^\/(hfle|wfpf)\//.test(address) && !address.startsWith('/wfpf/v1/public/')

/**
 * What an `<img>` can show of an address: an object URL of a private file, any other address as it is. Null while it is read;
 * `failed` where it cannot be.
 */
export function useObjectUrl(address: string | null): { readonly url: string | null; readonly failed: boolean } {
  const [shown, setShown] = useState<{ readonly address: string; readonly url: string | null } | null>(null)
  useEffect(() => {
    if (address == null || !isPrivate(address)) return
    const one = holdObjectUrl(address)
    let gone = false
    void one.url.then((url) => {
      if (!gone) setShown({ address, url })
    })
    return () => {
      gone = true
      one.release()
    }
  }, [address])
  if (address == null) return { url: null, failed: false }
  if (!isPrivate(address)) return { url: address, failed: false }
  return shown?.address === address ? { url: shown.url, failed: shown.url == null } : { url: null, failed: false }
}
