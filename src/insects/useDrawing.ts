import { useRef, useState } from 'react'
import { insectLampCalls } from '#contract/insects/insectLamp'
import type { DrawnPicture } from '#contract/insects/picture'
import { call, isFailure } from '#src/api/call.ts'
import { useDraft } from '#src/session/useDraft.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { type Drawn, toDrawn } from './drawing.ts'

interface Kept {
  /** The version of the picture that was drawn on. */
  readonly version: number
  readonly boxes: readonly Drawn[]
}
interface Edited extends Kept {
  /** What stood before each step. */
  readonly past: readonly (readonly Drawn[])[]
}

/**
 * The boxes of a picture while a person draws: what was saved until the first step, then the person's own, whatever comes meanwhile. They
 * are kept over a session that ends. `onSaved` gets the picture as it is then.
 */
export function useDrawing(picture: DrawnPicture, onSaved: (saved: DrawnPicture) => void) {
  const draft = useDraft<Kept>(`picture ${picture.id}`)
  const guard = useLeaveGuard()
  const [edited, setEdited] = useState<Edited | null>(draft.found && { ...draft.found, past: [] })
  const [brought, setBrought] = useState(draft.found !== null)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const boxes = edited?.boxes ?? toDrawn(picture)
  /** What stands now, for an answer that comes later. */
  const latest = useRef(edited)

  const giveUp = () => {
    latest.current = null
    setEdited(null)
    setBrought(false)
    setFailure(undefined)
    draft.drop()
    guard.setDirty(false)
  }
  const put = (next: Edited) => {
    latest.current = next
    setEdited(next)
    draft.keep({ version: next.version, boxes: next.boxes })
    guard.setDirty(true, draft.drop)
  }
  const version = edited?.version ?? picture.objectVersionNumber
  return {
    boxes,
    /** Something is drawn that is not saved. */
    isDirty: edited !== null,
    brought,
    saving,
    failure,
    /** Somebody saved other boxes since this drawing was begun. */
    isStale: edited !== null && edited.version !== picture.objectVersionNumber,
    /** One step; `sameStep` goes on with the one before (a box that is being dragged). */
    change: (next: readonly Drawn[], sameStep = false) => {
      const past = edited?.past ?? []
      put({ version, boxes: next, past: sameStep && past.length > 0 ? past : [...past, boxes] })
    },
    mayUndo: edited !== null && edited.past.length > 0,
    undo: () => {
      const before = edited?.past.at(-1)
      if (!edited || !before) return
      // Back to what was saved: nothing is drawn any more. What was found in the draft is not what was saved.
      if (edited.past.length === 1 && !brought) giveUp()
      else put({ ...edited, boxes: before, past: edited.past.slice(0, -1) })
    },
    giveUp,
    /** Saves over the version that was drawn on, or with `over` over the one that stands now. */
    save: async (over = false) => {
      setFailure(undefined)
      setSaving(true)
      const answer = await call(
        insectLampCalls.drawManually,
        {
          body: {
            pictureId: picture.id,
            objectVersionNumber: over ? picture.objectVersionNumber : version,
            boxes: boxes.map(({ x, y, w, h, insectTypeId }) => ({ x, y, w, h, insectTypeId })),
          },
        },
        { quiet: true },
      )
      setSaving(false)
      if (isFailure(answer)) {
        setFailure(reasonOf(answer))
        return answer
      }
      const since = latest.current
      giveUp()
      // What was drawn while the answer was on its way stands on what was saved.
      if (since && since.boxes !== boxes) put({ ...since, version: answer.objectVersionNumber })
      onSaved(answer)
      return answer
    },
  }
}
export type Drawing = ReturnType<typeof useDrawing>
