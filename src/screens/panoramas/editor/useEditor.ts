import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SnapshotFrom } from 'xstate'
import { isUnsaved, type KeptWork, keptOf } from '#machines/panoramas/editorContext'
import type { EditorNews } from '#machines/panoramas/editorEvents'
import { useDraft } from '#src/session/useDraft.ts'
import { toast } from '#src/ui/toast.ts'
import { wiredEditor } from './editorCalls.ts'

export type EditorSnapshot = SnapshotFrom<typeof wiredEditor>

const GOOD: readonly EditorNews['what'][] = ['saved', 'hotspotAdded', 'hotspotEdited']

/** The editor of a tour, what it says, and whether leaving would lose something. */
export function useEditor(vrId: number) {
  const { t } = useTranslation()
  const draft = useDraft<KeptWork>(`vr ${vrId}`)
  const editor = useActorRef(wiredEditor, { input: { vrId, kept: draft.found } })
  const snapshot = useSelector(editor, (now) => now)
  useEffect(() => {
    const heard = editor.on('said', ({ what }) => toast(GOOD.includes(what) ? 'success' : 'warning', t(`panoramas:said.${what}`)))
    return () => heard.unsubscribe()
  }, [editor, t])
  // What is worked on outlives a session that ends, and is given up with the editor.
  const { context } = snapshot
  const isLeft = snapshot.matches('left')
  useEffect(() => {
    const kept = isLeft ? null : keptOf(context)
    if (kept !== null) draft.keep(kept)
    else if (isLeft || context.tour !== null) draft.drop()
  }, [draft, context, isLeft])
  return { editor, snapshot, unsaved: isUnsaved(snapshot.context) }
}
