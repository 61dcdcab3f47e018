import AddIcon from '@mui/icons-material/Add'
import CheckIcon from '@mui/icons-material/Check'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { READY_NAMES, type ReadyName, readyRules } from '#contract/alarms/ready'
import { severityRank } from '#contract/alarms/severity'
import { alarmRuleCalls } from '#contract/alarms/rule'
import { useCall } from '#src/api/useCall.ts'
import { describeHeld } from '#src/alarms/describeCondition.ts'
import { SeverityMark } from '#src/alarms/SeverityMark.tsx'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Offer } from '#src/watch/Offer.tsx'
import { useRuleActs } from './useRuleActs.ts'

const BY_SEVERITY = READY_NAMES.toSorted((one, other) => severityRank(readyRules[one].severity) - severityRank(readyRules[other].severity))

/** The library of ready rules: one click makes one of them a rule of the base. */
export function ReadyDialog({ areaId, onClose }: { areaId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const words = useAlarmWords()
  const acts = useRuleActs()
  const [asking, setAsking] = useState<ReadyName | null>(null)
  const rules = useCall(alarmRuleCalls.page, { query: { page: 1, size: 0, areaId } }, { staleTime: 0 })
  const adopted = new Set(rules.data?.content.flatMap(({ ready }) => (ready === null ? [] : [ready])))
  const adopt = async (name: ReadyName) => {
    setAsking(name)
    await acts.adopt(areaId, name)
    setAsking(null)
  }
  return (
    <Modal
      open
      onClose={onClose}
      width={760}
      title={t('alarms:library.title')}
      actions={<Button onClick={onClose}>{t('crud:close')}</Button>}
    >
      <SecondaryText sx={{ mb: 1 }}>{t('alarms:library.lead')}</SecondaryText>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {BY_SEVERITY.map((name) => {
          const { severity, logic } = readyRules[name]
          const title = t(`alarms:ready.${name}.name`)
          return (
            <Offer
              key={name}
              name={title}
              take={t('alarms:library.adopt')}
              icon={<AddIcon />}
              loading={asking === name}
              disabled={asking !== null || !rules.data}
              taken={
                adopted.has(name) && (
                  <Stack direction="row" sx={{ gap: 0.5, alignItems: 'center', color: 'text.secondary', flexShrink: 0 }}>
                    <CheckIcon fontSize="small" aria-hidden />
                    <Typography variant="body2">{t('alarms:library.adopted')}</Typography>
                  </Stack>
                )
              }
              onTake={() => void adopt(name)}
            >
              <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
                <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
                <SeverityMark severity={severity} />
              </Stack>
              <Typography variant="body2">{describeHeld(logic.when, logic.holdSeconds, words)}</Typography>
              <SecondaryText>{t(`alarms:ready.${name}.advice`)}</SecondaryText>
            </Offer>
          )
        })}
      </Box>
    </Modal>
  )
}
