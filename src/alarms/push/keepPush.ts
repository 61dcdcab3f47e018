import { alarmBrowserCalls } from '#contract/alarms/browser'
import { call, isFailure } from '#src/api/call.ts'
import { isListening, listen, listenNoMore, pushHindrance } from './browserPush.ts'
import { dropNote, noteOn, readNote } from './pushNote.ts'

/**
 * Sees to it that this browser is told what is meant for who is signed in, and nothing else: whoever was here before is told no more, and who
 * turned it on once need not do so again after signing in. What was removed elsewhere stays removed.
 */
export async function keepPush({ userId, tenantId }: { userId: number; tenantId: number }): Promise<void> {
  if (pushHindrance() !== null) return
  const note = readNote()
  if (note?.userId !== userId) {
    if (note !== null || (await isListening())) await listenNoMore()
    dropNote()
    return
  }
  const turnedOnIn = note.sessions[tenantId]
  if (turnedOnIn === undefined || Notification.permission !== 'granted') return
  const answer = await call(alarmBrowserCalls.list, {}, { quiet: true })
  if (isFailure(answer)) return
  const { publicKey, sessionKey, browsers } = answer
  const isKnown = browsers.some(({ current }) => current)
  if (isKnown ? await isListening() : turnedOnIn === sessionKey) return
  const found = await listen(publicKey)
  if (typeof found === 'string') return
  const added = await call(alarmBrowserCalls.add, { body: found }, { quiet: true })
  if (!isFailure(added)) noteOn({ userId, tenantId, sessionKey })
}
