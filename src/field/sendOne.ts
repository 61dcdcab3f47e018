import type { CallFailure } from '#src/api/call.ts'
import { isFailure, sendInSession } from '#src/api/call.ts'
import { noAnswer, send } from '#src/api/send.ts'
import { tokensAreOf } from '#src/api/tokens.ts'
import { uploadFile } from '#src/files/uploadFile.ts'
import { keptFile, keptIn, noteFileUrl, readdressed } from '#src/kept/files.ts'
import { bodyOf, type Confirmed, type Operation, tenantOf, type Trouble, userOf } from '#src/kept/operation.ts'
import { session } from '#src/session/session.ts'
import { noteProgress } from './progress.ts'

/** What became of a try: the server confirmed it; it has to be decided by a person; or it is tried again later. */
export type Outcome = { readonly confirmed: Confirmed } | { readonly trouble: Trouble } | 'later' | 'anew'

/** Nobody answered, or the server says that it cannot for now. A session that ended is for the session to tell. */
const mayPass = ({ status }: CallFailure): boolean =>
  status === 0 || status === 401 || status === 408 || status === 425 || status === 429 || status >= 500
/** Nobody answered what was sent: it may have arrived all the same. */
export const isLost = (failure: CallFailure): boolean =>
  failure.code !== 'error.aborted' && failure.status !== 401 && failure.status !== 429 && mayPass(failure)
const refused = ({ code, status, message, fields = {} }: CallFailure): Trouble => ({ why: 'refused', code, status, message, fields })

/** Whether this tab and the tokens that it sends with are its owner's. */
const isOfOwner = (one: Operation): boolean => session.get().self?.id === userOf(one) && tokensAreOf(userOf(one))

/** Sends the pictures that an operation names and the server does not have: where each of them is now, or why not. */
async function sendPictures(one: Operation): Promise<ReadonlyMap<string, string> | { readonly trouble: Trouble } | 'later'> {
  const sent = new Map<string, string>()
  for (const address of keptIn(bodyOf(one))) {
    const file = await keptFile(address)
    if (file === undefined) return { trouble: { why: 'refused', code: 'field.pictureGone', status: 0, message: '', fields: {} } }
    if (file.fileUrl !== null) {
      sent.set(address, file.fileUrl)
      continue
    }
    if (!isOfOwner(one)) return 'later'
    const stored = await uploadFile(new File([file.bytes], file.name, { type: file.type }), {
      kind: 'image',
      onProgress: (figures) => noteProgress(address, figures),
    })
    noteProgress(address, null)
    // Somebody went to another tenant on the way: the picture went there, and goes to its own another time.
    if (!isFailure(stored) && !stored.fileUrl.startsWith(`/hfle/v1/${tenantOf(one)}/`)) return 'later'
    if (isFailure(stored)) return mayPass(stored) ? 'later' : { trouble: refused(stored) }
    await noteFileUrl(address, stored.fileUrl)
    sent.set(address, stored.fileUrl)
  }
  return sent
}

/** What the answer of a confirmed operation says of its record. */
function confirmedBy({ deed, idName }: Operation, answer: unknown): Confirmed {
  const merged = answer as { record?: Record<string, unknown>; conflicts?: Confirmed['conflicts'] }
  const record = deed.does === 'edit' ? merged.record : deed.does === 'create' ? (answer as Record<string, unknown>) : undefined
  return {
    recordId: (record?.[idName] as number | undefined) ?? null,
    version: (record?.['objectVersionNumber'] as number | undefined) ?? null,
    conflicts: deed.does === 'edit' ? (merged.conflicts ?? []) : [],
  }
}

/** So often a fault of the server may meet one operation, before a person is told of it and others go on. */
const MOST_FAULTS = 5
const faults = new Map<string, number>()
function failsAgain(id: string): boolean {
  const count = (faults.get(id) ?? 0) + 1
  faults.set(id, count)
  if (count < MOST_FAULTS) return false
  faults.delete(id)
  return true
}

const NOTHING_KNOWN: Confirmed = { recordId: null, version: null, conflicts: [] }

/** Sends one operation under its own key, with its pictures before it. Never throws but where the browser's store does. */
export async function sendOne(one: Operation): Promise<Outcome> {
  const pictures = await sendPictures(one)
  if (pictures === 'later' || 'trouble' in pictures) return pictures
  const body = readdressed(bodyOf(one), pictures)
  const { method, path } = one.sending
  // Somebody else signed in on the way, in another tab: nothing is done in their name.
  const answer = await sendInSession<unknown>(async (given) =>
    isOfOwner(one)
      ? send({ method, path, encoding: 'json' }, { params: { t: tenantOf(one) }, body }, { ...given, key: one.id })
      : noAnswer('error.aborted'),
  )
  if (!isFailure(answer)) return { confirmed: confirmedBy(one, answer) }
  // It was done before; what came of it is known no more. An edit is sent anew: what it wrote is the same now, what others wrote is told again.
  if (answer.code === 'error.call.repeated') return one.deed.does === 'edit' ? 'anew' : { confirmed: NOTHING_KNOWN }
  if (mayPass(answer) && !(answer.status === 500 && failsAgain(one.id))) return 'later'
  // Nothing names its pictures on the server, which keeps no such for long: whoever tries again sends them anew.
  for (const address of pictures.keys()) await noteFileUrl(address, null)
  return { trouble: refused(answer) }
}
