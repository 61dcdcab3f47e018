import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowDefinition } from '#contract/flows/definition'
import { describeFlow, type SaidStep } from './describeFlow.ts'
import { stepNumber } from './describeStep.ts'
import type { FlowWords } from './flowWords.ts'

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="h3" variant="body2" sx={{ color: 'text.secondary', fontWeight: 600 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

function Lines({ of }: { of: readonly string[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', typography: 'body2' }}>
      {of.map((line) => (
        <Box key={line} component="li" sx={{ py: 0.25, overflowWrap: 'anywhere' }}>
          {line}
        </Box>
      ))}
    </Box>
  )
}

function Steps({ of }: { of: readonly SaidStep[] }) {
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', typography: 'body2' }}>
      {of.map(({ path, text, blocks }) => (
        <Box key={path.join(' ')} component="li" sx={{ py: 0.25, overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ color: 'text.secondary', mr: 1, fontVariantNumeric: 'tabular-nums' }}>
            {stepNumber(path)}
          </Box>
          {text}
          {blocks.map(({ title, steps }) => (
            <Box key={title} sx={{ ml: 1, pl: 1.5, borderLeft: 2, borderColor: 'divider', mt: 0.5 }}>
              <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
                {title}
              </Typography>
              <Steps of={steps} />
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  )
}

/** A flow in sentences: what starts it, under which condition, what it does step by step. */
export function FlowSentence({ definition, words }: { definition: FlowDefinition; words: FlowWords }) {
  const { t } = useTranslation()
  const said = describeFlow(definition, words)
  return (
    <Stack spacing={1.5}>
      <Part title={t('flows:say.starts')}>
        <Lines of={said.triggers} />
      </Part>
      {said.only !== null && (
        <Part title={t('flows:say.only')}>
          <Lines of={[said.only]} />
        </Part>
      )}
      <Part title={t('flows:say.steps')}>
        <Steps of={said.steps} />
      </Part>
      <Part title={t('flows:say.rules')}>
        <Lines of={said.rules} />
      </Part>
    </Stack>
  )
}
