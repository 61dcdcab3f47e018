import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { inquiryCalls } from '#contract/agriculture/inquiry'
import { call } from '#src/api/call.ts'
import { ResourceForm } from '#src/crud/ResourceForm.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { AreaInput, ExpertsInput, LandInput, StandingInput } from './questionInputs.tsx'
import { question } from './question.ts'

const LAYOUT = [['title'], ['content'], ['pictures'], ['areaId'], ['landId', 'batchId'], ['experts']] as const
const INPUTS = { areaId: AreaInput, landId: LandInput, batchId: StandingInput, experts: ExpertsInput }

/** Asks a question, of the base that is worked in unless another is chosen. */
export function AskDialog({ areaId, onClose, onAsked }: { areaId: number | null; onClose: () => void; onAsked: (id: number) => void }) {
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  const asked = useRef(0)
  return (
    <Modal open keepOpen onClose={() => guard.leave(onClose)} width={720} title={t('agriculture:inquiry.ask')}>
      <ResourceForm
        of={question}
        id={null}
        initial={{ areaId }}
        layout={LAYOUT}
        inputs={INPUTS}
        guard={guard}
        onCancel={onClose}
        save={async (body) => {
          const answer = await call(inquiryCalls.create, { body }, { quiet: true })
          if ('inquiryId' in answer) asked.current = answer.inquiryId
          return answer
        }}
        onSaved={() => {
          toast('success', t('agriculture:inquiry.saved'))
          onAsked(asked.current)
        }}
      />
    </Modal>
  )
}
