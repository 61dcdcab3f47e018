import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { flowCalls } from '#contract/flows/flow'
import { flowPath } from '#contract/flows/pages'
import { FLOW_TEMPLATES, type FlowTemplate } from '#contract/flows/template'
import { call, isFailure } from '#src/api/call.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { Offer } from '#src/watch/Offer.tsx'

const BLANK = 'blank'

/** How a new flow begins: blank, or from a template, which leads to its editor once the server has made it. */
export function BeginDialog({ areaId, onClose }: { areaId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<FlowTemplate | null>(null)
  const [failure, setFailure] = useState<string>()
  const take = async (template: FlowTemplate) => {
    setAsking(template)
    setFailure(undefined)
    const answer = await call(flowCalls.adopt, { body: { areaId, template } }, { quiet: true })
    setAsking(null)
    if (isFailure(answer)) return setFailure(reasonOf(answer))
    toast('success', t('flows:begin.made', { name: answer.name }))
    void navigate(flowPath(answer.id))
  }
  const words = (one: FlowTemplate | typeof BLANK) =>
    one === BLANK
      ? { name: t('flows:begin.blank'), text: t('flows:begin.blankText') }
      : { name: t(`flows:template.${one}.name`), text: t(`flows:template.${one}.note`) }
  return (
    <Modal open onClose={onClose} width={640} title={t('flows:begin.title')} actions={<Button onClick={onClose}>{t('crud:close')}</Button>}>
      <SecondaryText sx={{ mb: 1 }}>{t('flows:begin.lead')}</SecondaryText>
      {failure !== undefined && (
        <Alert severity="error" sx={{ mb: 1 }}>
          {failure}
        </Alert>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {[BLANK, ...FLOW_TEMPLATES].map((one) => {
          const { name, text } = words(one as FlowTemplate | typeof BLANK)
          return (
            <Offer
              key={one}
              name={name}
              take={t('flows:begin.take')}
              loading={asking === one}
              disabled={asking !== null}
              onTake={() => (one === BLANK ? void navigate(flowPath('new')) : void take(one as FlowTemplate))}
            >
              <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
              <SecondaryText>{text}</SecondaryText>
            </Offer>
          )
        })}
      </Box>
    </Modal>
  )
}
