import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyResource, FieldConflict } from '#contract/core/resource'
import { type ResourceName, resources } from '#contract/resources'
import { RecordCell } from '#src/crud/RecordFacts.tsx'
import { useWords } from '#src/crud/useWords.ts'
import { sendQueue } from '#src/field/sender.ts'
import { decided, newOperationId, type Operation, userOf } from '#src/kept/operation.ts'
import { changeQueue } from '#src/kept/queue.ts'
import { momentText } from '#src/time/moment.ts'

/** Shows of every field that two wrote both values and who wrote them, and takes the choice of which one stays. */
export function ConflictChoice({ one, conflicts }: { one: Operation; conflicts: readonly FieldConflict[] }) {
  const { t } = useTranslation()
  const of = resources[one.kind as ResourceName] as AnyResource
  const words = useWords(of)
  const [chosen, setChosen] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({})
  const isWhole = conflicts.every(({ field }) => chosen[field] !== undefined)
  const settle = async () => {
    const mine = new Set(conflicts.flatMap(({ field }) => (chosen[field] === 'mine' ? [field] : [])))
    const kept = decided(one, mine, newOperationId())
    await changeQueue(userOf(one), (queue) => queue.flatMap((each) => (each.id === one.id ? (kept ? [kept] : []) : [each])))
    await sendQueue().catch(() => undefined)
  }
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Alert severity="warning">{t('field:queue.conflict')}</Alert>
      {conflicts.map(({ field, mine, theirs, by, at }) => (
        <FormControl key={field} component="fieldset">
          <FormLabel component="legend">{words.label(field)}</FormLabel>
          <RadioGroup
            value={chosen[field] ?? ''}
            onChange={(_, value) => setChosen((before) => ({ ...before, [field]: value as 'mine' | 'theirs' }))}
          >
            <Choice value="mine" who={t('field:queue.mine')} of={of} field={field} shown={mine} />
            <Choice
              value="theirs"
              who={
                by === null || at === null
                  ? t('field:queue.theirsUnknown')
                  : t('field:queue.theirs', { by, at: momentText(at).slice(0, 16) })
              }
              of={of}
              field={field}
              shown={theirs}
            />
          </RadioGroup>
        </FormControl>
      ))}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button variant="contained" disabled={!isWhole} onClick={() => void settle()}>
          {t('field:queue.settle')}
        </Button>
      </Box>
    </Stack>
  )
}

function Choice({ value, who, of, field, shown }: { value: string; who: string; of: AnyResource; field: string; shown: unknown }) {
  const { t } = useTranslation()
  const isNothing = shown === null || shown === '' || (Array.isArray(shown) && shown.length === 0)
  return (
    <FormControlLabel
      value={value}
      control={<Radio />}
      label={
        <Stack>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {who}
          </Typography>
          <Typography component="div" variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {isNothing ? (
              t('field:queue.nothing')
            ) : (
              <RecordCell of={of} name={field} record={{ objectVersionNumber: 0, [field]: shown }} large />
            )}
          </Typography>
        </Stack>
      }
    />
  )
}
