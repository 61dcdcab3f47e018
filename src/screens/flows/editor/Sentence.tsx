import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { FlowDraft, StepDraft } from './draft/flowDraft.ts'
import { blocksIn } from './draft/steps.ts'
import { describeBranch, describeChecks, describeStep, describeTrigger, type FlowWords } from './words.ts'

function Block({ of, words }: { of: readonly StepDraft[]; words: FlowWords }) {
  const { t } = useTranslation()
  if (of.length === 0) return <Typography variant="body2">{t('flows:editor.say.nothing')}</Typography>
  return (
    <Box component="ol" sx={{ m: 0, pl: 3 }}>
      {of.map((step) => (
        <Typography key={step.key} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {describeStep(step, words)}
          {blocksIn(step).map((block, nth) => (
            <Box key={nth} sx={{ pl: 1, py: 0.25 }}>
              {step.kind !== 'repeat' && <em>{describeBranch(step, nth, words)}</em>}
              <Block of={block} words={words} />
            </Box>
          ))}
        </Typography>
      ))}
    </Box>
  )
}

/** A whole flow as sentences. */
export function Sentence({ of, words }: { of: FlowDraft; words: FlowWords }) {
  const { t } = useTranslation()
  const starts = of.triggers.map((trigger) => describeTrigger(trigger, words))
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {starts.length === 0 ? t('flows:editor.byHand') : t('flows:editor.say.starts', { what: starts.join(t('flows:editor.say.or')) })}
      </Typography>
      {of.only && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {t('flows:editor.say.only', { what: describeChecks(of.only, words) })}
        </Typography>
      )}
      <Block of={of.steps} words={words} />
    </Box>
  )
}
