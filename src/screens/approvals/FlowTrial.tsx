import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Definition, definitionCalls, factsOf, type ForeseenNode } from '#contract/approvals/definition'
import { useCall } from '#src/api/useCall.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { useSearch } from '#src/ui/useSearch.ts'
import type { FlowPeople } from './useFlowPeople.ts'

const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/
const LINES = /^\d{1,4}$/

interface Given {
  readonly of: Definition
  readonly people: FlowPeople
  /** Tells which nodes would be gone through; undefined: nobody asks any more. */
  readonly onWay: (way: readonly ForeseenNode[] | undefined) => void
}

/** Who would decide by a version of a flow, asked of the server for an applicant, a base and an amount. */
export function FlowTrial({ of: { id, formCode }, people, onWay }: Given) {
  const hasAmount = factsOf(formCode).total !== undefined
  const { t } = useTranslation()
  const said = useSaid()
  const [applicantId, setApplicant] = useState<number | null>(null)
  const [areaId, setArea] = useState<number | null>(null)
  const [total, setTotal] = useState('')
  const [lines, setLines] = useState('1')
  const [askedTotal, askedLines] = [useSearch(total), useSearch(lines)]
  const isTotal = askedTotal === '' || AMOUNT.test(askedTotal)
  const isLines = LINES.test(askedLines)
  const query = {
    applicantId: applicantId ?? 0,
    ...(areaId === null ? {} : { areaId }),
    ...(askedTotal === '' || !isTotal ? {} : { total: askedTotal as never }),
    lineCount: isLines ? Number(askedLines) : 1,
  }
  const isAsked = applicantId !== null && isTotal && isLines
  const trial = useCall(
    definitionCalls.trial,
    { params: { id }, query },
    { enabled: isAsked, placeholderData: keepPreviousData, staleTime: 0 },
  )
  const found = isAsked ? trial.data : undefined
  useEffect(() => onWay(found?.nodes), [found, onWay])
  const named = (list: FlowPeople['people'], value: number | null, change: (id: number | null) => void, label: string, hint?: string) => (
    <Autocomplete
      size="small"
      options={list}
      value={list.find((one) => one.id === value) ?? null}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id: key }) => key}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      onChange={(_, one) => change(one?.id ?? null)}
      renderInput={(params) => <TextField {...params} label={label} {...(hint === undefined ? {} : { helperText: hint })} />}
    />
  )
  return (
    <Stack component="section" aria-label={t('approvals:trial.title')} sx={{ gap: 1.5, borderTop: 1, borderColor: 'divider', pt: 2 }}>
      <Typography variant="h3">{t('approvals:trial.title')}</Typography>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' }, alignItems: 'start' }}>
        {named(people.people, applicantId, setApplicant, t('approvals:trial.applicant'))}
        {named(people.areas, areaId, setArea, t('approvals:trial.base'), t('approvals:trial.anyBase'))}
        {hasAmount && (
          <TextField
            size="small"
            label={t('approvals:definition.fact.total')}
            value={total}
            onChange={({ target }) => setTotal(target.value.trim())}
            error={!isTotal}
            helperText={isTotal ? ' ' : t('approvals:trial.notAmount')}
            slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 15 } }}
          />
        )}
        <TextField
          size="small"
          label={t('approvals:definition.fact.lineCount')}
          value={lines}
          onChange={({ target }) => setLines(target.value.trim())}
          error={!isLines}
          helperText={isLines ? ' ' : t('approvals:trial.notCount')}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
        />
      </Box>
      {applicantId === null ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('approvals:trial.choose')}</Typography>
      ) : trial.isError ? (
        <ErrorState compact error={trial.error} onRetry={() => void trial.refetch()} />
      ) : !found ? null : found.exemptBy !== null ? (
        <Alert severity="info">{t('approvals:trial.exempt', { by: found.exemptBy })}</Alert>
      ) : found.nodes.length === 0 ? (
        <Alert severity="warning">{t('approvals:trial.nobody')}</Alert>
      ) : (
        <List dense disablePadding component="ol" aria-live="polite">
          {found.nodes.map((node) => (
            <ListItem key={node.nodeId} disableGutters divider>
              <ListItemText
                primary={`${node.name} · ${t(`approvals:definition.kind.${node.kind}`)}`}
                secondary={said(node)}
                slotProps={{ secondary: { color: node.outcome === 'nobody' ? 'error' : 'textSecondary' } }}
              />
            </ListItem>
          ))}
        </List>
      )}
    </Stack>
  )
}

/** Who is asked at a node, and why that is not whom its rule means. */
function useSaid() {
  const { t } = useTranslation()
  return ({ outcome, people, named }: ForeseenNode): string => {
    if (outcome !== 'asked' && outcome !== 'told') return t(`approvals:graph.outcome.${outcome}`)
    const names = people.map(({ realName }) => realName).join(t('approvals:timeline.and'))
    const same = people.length === named.length && people.every(({ userId }) => named.some((one) => one.userId === userId))
    if (same) return names === '' ? t('approvals:timeline.nobody') : names
    const before = named.map(({ realName }) => realName).join(t('approvals:timeline.and'))
    return before === '' ? t('approvals:trial.instead', { names }) : t('approvals:trial.insteadOf', { names, before })
  }
}
