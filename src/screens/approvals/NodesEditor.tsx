import AddIcon from '@mui/icons-material/Add'
import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import CloseIcon from '@mui/icons-material/Close'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import {
  type ApprovalNode,
  type ApprovalStep,
  type ConditionNode,
  type ConditionTerm,
  factsOf,
  type FormCode,
  MAX_DEPTH,
} from '#contract/approvals/definition'
import { AddButton } from '#src/ui/AddButton.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { factNames, moved, newCondition, newStep, newTerm, put, ruleBy } from './flowDraft.ts'
import type { FlowPeople } from './useFlowPeople.ts'

const KINDS = ['OR', 'AND', 'SEQUENTIAL', 'CC'] as const
const RULES = ['user', 'role', 'leader', 'initiator'] as const
const AFTER = ['remind', 'administrator'] as const
const COMPARISONS = { amount: ['atLeast', 'below', 'equal', 'not'], id: ['equal', 'not'] } as const

/** What every part of the editor is given: whom it can name, and the words of what is wrong with an input, by its path. */
export interface Editing {
  readonly form: FormCode
  readonly people: FlowPeople
  readonly fault: (path: string) => string | undefined
}
interface Part<T> extends Editing {
  readonly path: string
  readonly value: T
  readonly onChange: (next: T) => void
}

/** One of several words; `words` names each. */
export function Choice<T extends string | number>({
  label,
  value,
  options,
  words,
  onChange,
  fault,
}: {
  label: string
  value: T | ''
  options: readonly T[]
  words: (option: T) => string
  onChange: (next: T) => void
  fault?: string | undefined
}) {
  return (
    <SelectField
      fullWidth
      size="small"
      label={label}
      value={value}
      fault={fault}
      words={options.map((one) => [one, words(one)])}
      onChange={onChange}
    />
  )
}

function NumberBox({
  label,
  value,
  onChange,
  fault,
  hint,
}: {
  label: string
  value: number | undefined
  onChange: (next: number) => void
  fault?: string | undefined
  hint?: string
}) {
  return (
    <TextField
      fullWidth
      size="small"
      type="number"
      label={label}
      value={value === undefined || Number.isNaN(value) ? '' : value}
      onChange={({ target }) => onChange(target.value === '' ? Number.NaN : Number(target.value))}
      error={fault !== undefined}
      helperText={fault}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: 0 } }}
      {...(hint === undefined ? {} : { placeholder: hint })}
    />
  )
}

const grid = { display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }
const nameOf = (list: FlowPeople['people'], none: string) => (id: number) => list.find((one) => one.id === id)?.name ?? none

function StepEditor({ value: step, onChange, path, people, fault }: Part<ApprovalStep>) {
  const { t } = useTranslation()
  const { who, timeout } = step
  const unknown = t('approvals:definition.unknown')
  const named = nameOf(people.people, unknown)
  return (
    <Box sx={grid}>
      <Choice
        label={t('approvals:definition.node.kind')}
        value={step.kind}
        options={KINDS}
        words={(kind) => t(`approvals:definition.kind.${kind}`)}
        onChange={(kind) => {
          const { timeout: _, ...told } = step
          onChange(kind === 'CC' ? { ...told, kind } : { ...step, kind })
        }}
      />
      <Choice
        label={t('approvals:definition.by.label')}
        value={who.by}
        options={RULES}
        words={(by) => t(`approvals:definition.by.${by}`)}
        onChange={(by) => onChange({ ...step, who: ruleBy(by) })}
      />
      {who.by === 'user' && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <Autocomplete
            multiple
            size="small"
            options={people.people.map(({ id }) => id)}
            value={who.userIds}
            getOptionLabel={named}
            onChange={(_, userIds) => onChange({ ...step, who: { by: 'user', userIds } })}
            renderInput={(params) => (
              <TextField
                {...params}
                label={t('approvals:definition.people')}
                error={fault(`${path}.who.userIds`) !== undefined}
                helperText={fault(`${path}.who.userIds`) && t('errors:field.choice')}
              />
            )}
          />
        </Box>
      )}
      {who.by === 'role' && (
        <Choice
          label={t('approvals:definition.role')}
          value={people.roles.some(({ id }) => id === who.roleId) ? who.roleId : ''}
          options={people.roles.map(({ id }) => id)}
          words={nameOf(people.roles, unknown)}
          onChange={(roleId) => onChange({ ...step, who: { by: 'role', roleId } })}
          fault={fault(`${path}.who.roleId`) && t('errors:field.choice')}
        />
      )}
      {who.by === 'leader' && (
        <NumberBox
          label={t('approvals:definition.level')}
          value={who.level}
          onChange={(level) => onChange({ ...step, who: { by: 'leader', level } })}
          fault={fault(`${path}.who.level`)}
        />
      )}
      {step.kind !== 'CC' && (
        <>
          <NumberBox
            label={t('approvals:definition.timeout.hours')}
            hint={t('approvals:definition.timeout.none')}
            value={timeout?.hours}
            onChange={(hours) => {
              const { timeout: _, ...rest } = step
              onChange(Number.isNaN(hours) ? rest : { ...step, timeout: { hours, act: timeout?.act ?? 'remind' } })
            }}
            fault={fault(`${path}.timeout.hours`)}
          />
          {timeout && (
            <Choice
              label={t('approvals:definition.timeout.then')}
              value={timeout.act}
              options={AFTER}
              words={(act) => t(`approvals:definition.timeout.${act}`)}
              onChange={(act) => onChange({ ...step, timeout: { ...timeout, act } })}
            />
          )}
        </>
      )}
    </Box>
  )
}

function TermEditor({
  value: term,
  onChange,
  onRemove,
  path,
  form,
  people,
  fault,
}: Part<ConditionTerm> & { onRemove: (() => void) | null }) {
  const { t } = useTranslation()
  const facts = factsOf(form)
  const known = factNames(form).find((name) => name === term.fact)
  const kind = known === undefined ? 'amount' : facts[known]!
  const rows = term.fact === 'areaId' ? people.areas : people.people
  const wrong = fault(`${path}.value`)
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '3fr 2fr 3fr' } }}>
        <Choice
          label={t('approvals:definition.condition.fact')}
          value={known ?? ''}
          options={factNames(form)}
          words={(fact) => t(`approvals:definition.fact.${fact}`)}
          // Another fact is compared with something else: nothing is chosen yet.
          onChange={(fact) => onChange({ fact, is: facts[fact] === 'id' ? 'equal' : 'atLeast', value: Number.NaN })}
          fault={known === undefined ? t('approvals:definition.condition.notOf') : undefined}
        />
        <Choice
          label={t('approvals:definition.condition.is')}
          value={term.is}
          options={COMPARISONS[kind]}
          words={(is) => t(`approvals:definition.is.${is}`)}
          onChange={(is) => onChange({ ...term, is })}
        />
        {kind === 'id' ? (
          <Choice
            label={t('approvals:definition.condition.value')}
            value={rows.some(({ id }) => id === term.value) ? term.value : ''}
            options={rows.map(({ id }) => id)}
            words={nameOf(rows, '')}
            onChange={(value) => onChange({ ...term, value })}
            fault={wrong}
          />
        ) : (
          <NumberBox
            label={t('approvals:definition.condition.value')}
            value={term.value}
            onChange={(value) => onChange({ ...term, value })}
            fault={wrong}
          />
        )}
      </Box>
      <IconButton
        size="small"
        disabled={onRemove === null}
        aria-label={t('approvals:definition.condition.removeTerm')}
        onClick={() => onRemove?.()}
        sx={{ mt: 0.5 }}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Stack>
  )
}

function ConditionEditor({ value: node, onChange, path, level, ...editing }: Part<ConditionNode> & { level: number }) {
  const { t } = useTranslation()
  const way = (title: string, children: React.ReactNode, remove: React.ReactNode = null) => (
    <Box sx={{ pl: 1.5, borderLeft: 2, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', mb: 1, minHeight: 34 }}>
        <Typography variant="subtitle2">{title}</Typography>
        {remove}
      </Stack>
      <Stack sx={{ gap: 1.5 }}>{children}</Stack>
    </Box>
  )
  return (
    <Stack sx={{ gap: 2 }}>
      {node.branches.map((branch, at) => {
        const here = `${path}.branches.${at}`
        const change = (next: typeof branch) => onChange({ ...node, branches: put(node.branches, at, next) })
        return (
          <Box key={at}>
            {way(
              `${t('approvals:definition.condition.branch', { number: at + 1 })} · ${t('approvals:definition.condition.when')}`,
              <>
                {branch.when.map((term, index) => (
                  <TermEditor
                    key={index}
                    {...editing}
                    path={`${here}.when.${index}`}
                    value={term}
                    onChange={(next) => change({ ...branch, when: put(branch.when, index, next) })}
                    onRemove={branch.when.length > 1 ? () => change({ ...branch, when: put(branch.when, index, null) }) : null}
                  />
                ))}
                <Button
                  size="small"
                  sx={{ alignSelf: 'flex-start' }}
                  onClick={() => change({ ...branch, when: [...branch.when, newTerm(editing.form)] })}
                >
                  {t('approvals:definition.condition.addTerm')}
                </Button>
                <NodesEditor
                  {...editing}
                  path={`${here}.nodes`}
                  level={level + 1}
                  value={branch.nodes}
                  onChange={(nodes) => change({ ...branch, nodes })}
                />
              </>,
              node.branches.length > 1 && (
                <IconButton
                  size="small"
                  aria-label={t('approvals:definition.condition.removeBranch', { number: at + 1 })}
                  onClick={() => onChange({ ...node, branches: put(node.branches, at, null) })}
                >
                  <CloseIcon fontSize="small" />
                </IconButton>
              ),
            )}
          </Box>
        )
      })}
      <Button
        size="small"
        startIcon={<AddIcon />}
        sx={{ alignSelf: 'flex-start' }}
        onClick={() => onChange({ ...node, branches: [...node.branches, { when: [newTerm(editing.form)], nodes: [] }] })}
      >
        {t('approvals:definition.condition.addBranch')}
      </Button>
      {way(
        t('approvals:definition.condition.otherwise'),
        <NodesEditor
          {...editing}
          path={`${path}.otherwise`}
          level={level + 1}
          value={node.otherwise}
          onChange={(otherwise) => onChange({ ...node, otherwise })}
        />,
      )}
    </Stack>
  )
}

/** The nodes of a flow, or of one way of a condition, in their order: made, moved, changed and taken away. */
export function NodesEditor({ value: nodes, onChange, path, level, ...editing }: Part<ApprovalNode[]> & { level: number }) {
  const { t } = useTranslation()
  return (
    <Stack sx={{ gap: 1.5 }}>
      {nodes.length === 0 && (
        <SecondaryText>{t(level > 0 ? 'approvals:definition.node.empty' : 'approvals:definition.node.noNodes')}</SecondaryText>
      )}
      {nodes.map((node, at) => {
        const here = `${path}.${at}`
        const change = (next: ApprovalNode) => onChange(put(nodes, at, next))
        const wrong = editing.fault(`${here}.name`)
        return (
          <Box
            key={node.id}
            component="section"
            aria-label={node.name || t('approvals:definition.node.number', { number: at + 1 })}
            sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, display: 'grid', gap: 1.5 }}
          >
            <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
              <TextField
                fullWidth
                size="small"
                label={t('approvals:definition.node.name')}
                value={node.name}
                error={wrong !== undefined}
                helperText={wrong}
                onChange={({ target }) => change({ ...node, name: target.value })}
                slotProps={{ htmlInput: { maxLength: 60 } }}
              />
              <Stack direction="row" sx={{ pt: 0.25 }}>
                <IconButton
                  size="small"
                  disabled={at === 0}
                  aria-label={t('approvals:definition.node.up', { name: node.name })}
                  onClick={() => onChange(moved(nodes, at, -1))}
                >
                  <ArrowUpward fontSize="small" />
                </IconButton>
                <IconButton
                  size="small"
                  disabled={at === nodes.length - 1}
                  aria-label={t('approvals:definition.node.down', { name: node.name })}
                  onClick={() => onChange(moved(nodes, at, 1))}
                >
                  <ArrowDownward fontSize="small" />
                </IconButton>
                <IconButton
                  size="small"
                  aria-label={t('approvals:definition.node.remove', { name: node.name })}
                  onClick={() => onChange(put(nodes, at, null))}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              </Stack>
            </Stack>
            {node.kind === 'CONDITION' ? (
              <ConditionEditor {...editing} path={here} level={level} value={node} onChange={change} />
            ) : (
              <StepEditor {...editing} path={here} value={node} onChange={change} />
            )}
          </Box>
        )
      })}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <AddButton variant="text" size="small" onClick={() => onChange([...nodes, newStep(t('approvals:definition.node.new'))])}>
          {t('approvals:definition.node.addStep')}
        </AddButton>
        {level < MAX_DEPTH && (
          <Button
            size="small"
            startIcon={<AddIcon />}
            onClick={() => onChange([...nodes, newCondition(editing.form, t('approvals:definition.node.newCondition'))])}
          >
            {t('approvals:definition.node.addCondition')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}
