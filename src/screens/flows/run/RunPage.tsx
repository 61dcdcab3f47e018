import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { CallAnswer } from '#contract/core/call'
import { flowDefinition } from '#contract/flows/definition'
import { flowRunCalls, type Trace } from '#contract/flows/run'
import { useCall } from '#src/api/useCall.ts'
import { useSaid } from '#src/devices/useSaid.ts'
import { FlowSentence } from '#src/flows/FlowSentence.tsx'
import { RunStateMark } from '#src/flows/FlowStateMark.tsx'
import { reasonText, type RunEnd } from '#src/flows/reasonText.ts'
import { useFlowWords } from '#src/flows/useFlowWords.ts'
import { NotFoundPage } from '#src/frame/ErrorPages.tsx'
import { useSaysBaseOf } from '#src/session/useSaysBaseOf.ts'
import { Age } from '#src/ui/Age.tsx'
import { momentText } from '#src/time/moment.ts'
import { Page } from '#src/ui/Page.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Unread } from '#src/ui/Unread.tsx'
import { Took } from '../runs/Took.tsx'
import { idIn } from '../tabs.ts'
import { isOpen } from '../useRunStop.ts'
import { CauseSection } from './CauseSection.tsx'
import { RunActs } from './RunActs.tsx'
import { TraceList } from './TraceList.tsx'
import { checksOf } from './traceText.ts'

/** One run of a flow: what started it, what it did step by step, and how it ended. */
export default function RunPage() {
  const { t } = useTranslation()
  const id = idIn(useParams().id)
  const query = useCall(flowRunCalls.get, { params: { id: id ?? 0 } }, { enabled: id !== undefined, staleTime: 0 })
  if (id === undefined) return <NotFoundPage />
  return query.data ? <Run key={id} of={query.data} /> : <Unread title={t('flows:run.title')} query={query} />
}

const isTold = ({ what, command }: Trace) => what === 'told' && command !== null && command.state !== 'observed'
const isJudged = ({ checks, verdict }: Trace) => checks.length > 0 && verdict !== 'yes'

function Run({ of }: { of: CallAnswer<typeof flowRunCalls.get> }) {
  const { t } = useTranslation()
  const said = useSaid()
  useSaysBaseOf(of.areaId)
  const definition = useMemo(() => flowDefinition.safeParse(of.definition).data ?? null, [of.definition])
  const named = useMemo(() => (definition ? [definition] : []), [definition])
  const words = useFlowWords(of.areaId, named)
  // What a step decided stands in its trace, what the start decided in the run itself.
  const judged = of.checks.length > 0 ? null : (of.traces.findLast(isJudged) ?? null)
  const end: RunEnd = {
    state: of.state,
    reason: of.reason,
    checks: judged?.checks ?? of.checks,
    at: judged?.at ?? of.lastAt,
    asked: judged === null ? (definition?.only ?? null) : checksOf(judged, definition),
    command: of.traces.findLast(isTold)?.command ?? null,
    said,
  }
  const why = reasonText(end, words)
  return (
    <Page
      title={of.flowName}
      windowTitle={t('flows:run.window', { name: of.flowName })}
      lead={
        <Stack direction="row" sx={{ columnGap: 1.5, rowGap: 0.5, alignItems: 'center', flexWrap: 'wrap' }}>
          <RunStateMark state={of.state} />
          <Age moment={of.at} />
          {of.startedAt !== null && (
            <span>
              {of.endedAt === null ? '' : `${t('flows:run.took')} `}
              <Took from={of.startedAt} to={of.endedAt} />
            </span>
          )}
          <span>{t('flows:run.version', { version: of.version })}</span>
        </Stack>
      }
      actions={<RunActs of={of} />}
    >
      <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 400px' } }}>
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          {why !== '' && (
            <Alert severity={of.state === 'failed' ? 'error' : 'warning'} sx={{ overflowWrap: 'anywhere' }}>
              {why}
              {of.times > 1 && <div>{t('flows:run.times', { count: of.times, at: momentText(of.lastAt) })}</div>}
            </Alert>
          )}
          <Section title={t('flows:run.steps')}>
            {of.traces.length === 0 ? (
              <SecondaryText>{t(of.state === 'skipped' ? 'flows:run.noSteps' : 'flows:run.notBegun')}</SecondaryText>
            ) : (
              <TraceList traces={of.traces} definition={definition} open={isOpen(of)} words={words} />
            )}
          </Section>
        </Stack>
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <CauseSection of={of} definition={definition} words={words} />
          <Section title={t('flows:run.asRun')}>
            {definition === null ? t('flows:run.unreadable') : <FlowSentence definition={definition} words={words} />}
          </Section>
        </Stack>
      </Box>
    </Page>
  )
}
