import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { panoramaVrCalls, type Vr } from '#contract/panoramas/tour'
import { type TourFacts, type TourFaults, tourFaults } from '#machines/panoramas/work'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { TourFields } from './TourFields.tsx'

const NO_FAULTS: TourFaults = {}

/** Makes a tour, of the chosen base at first; its scenes are added in the editor. */
export function TourForm({ areaId, onClose, onSaved }: { areaId: number | null; onClose: () => void; onSaved: (made: Vr) => void }) {
  const { t } = useTranslation()
  const begun: TourFacts = { vrName: '', vrCover: '', description: '', areaId: areaId === null ? [] : [areaId] }
  // What is wrong with a field is said in the editor's words: the server's stand at the foot.
  const form = useFormWindow({ draft: 'tour', begun, shows: [], onClose })
  const [faults, setFaults] = useState(NO_FAULTS)
  const save = () => {
    const found = tourFaults(form.value)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const body = { ...form.value, areaId: [...form.value.areaId] }
    return form.send(() => call(panoramaVrCalls.add, { body }, { quiet: true }), t('panoramas:vr.added'), onSaved)
  }
  return (
    <FormWindow form={form} width={600} title={t('panoramas:vr.add')} onSave={save}>
      <TourFields value={form.value} faults={faults} onChange={form.put} />
    </FormWindow>
  )
}
