import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import PlaylistAddIcon from '@mui/icons-material/PlaylistAdd'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { LEAF_KINDS, MAX_PARTS } from '#contract/watch/condition'
import { AddButton } from '#src/ui/AddButton.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { Building } from './building.ts'
import { blankLeaf, type GroupDraft, type GroupKind, groupOf, isGroup, type LeafDraft, mayNest, type NodeDraft } from './conditionDraft.ts'
import { LeafFields } from './LeafFields.tsx'

const GROUP_KINDS = ['all', 'any', 'not'] as const satisfies readonly GroupKind[]

/** Up, down and away, of one part. */
function PartActs({ of, at, count, building, name }: { of: NodeDraft; at: number; count: number; building: Building; name: string }) {
  const { t } = useTranslation()
  const acts = [
    { word: t('alarms:condition.up'), Icon: UpIcon, off: at === 0, run: () => building.move(of.key, -1) },
    { word: t('alarms:condition.down'), Icon: DownIcon, off: at === count - 1, run: () => building.move(of.key, 1) },
    { word: t('alarms:condition.remove'), Icon: DeleteIcon, off: false, run: () => building.put(of.key, null) },
  ]
  return (
    <Stack direction="row" sx={{ ml: 'auto', flexShrink: 0 }}>
      {acts.map(({ word, Icon, off, run }) => (
        <IconButton
          key={word}
          size="small"
          disabled={off}
          aria-label={t('crud:pair', { one: word, two: name })}
          title={word}
          onClick={run}
          sx={{ minWidth: 36, minHeight: 40 }}
        >
          <Icon fontSize="small" />
        </IconButton>
      ))}
    </Stack>
  )
}

function LeafRow({ of, at, count, building }: { of: LeafDraft; at: number; count: number; building: Building }) {
  const { t } = useTranslation()
  const change = (next: Partial<LeafDraft>) => building.put(of.key, { ...of, ...next })
  return (
    <Stack
      data-part={of.key}
      component="fieldset"
      aria-label={t('alarms:condition.part', { number: at + 1 })}
      direction="row"
      sx={{
        gap: 1,
        flexWrap: 'wrap',
        alignItems: 'flex-start',
        m: 0,
        px: 0,
        py: 1.25,
        minWidth: 0,
        border: 0,
        borderTop: at === 0 ? 0 : 1,
        borderColor: 'divider',
      }}
    >
      <SelectField
        label={t('alarms:leaf.kind')}
        value={of.kind}
        sx={{ width: { xs: '100%', sm: 190 } }}
        words={LEAF_KINDS.map((kind) => [kind, t(`alarms:leaf.kinds.${kind}`)])}
        onChange={(kind) => change({ kind })}
      />
      <LeafFields of={of} faultOf={(field) => building.faults.get(`${of.key}.${field}`)} onChange={change} />
      <PartActs of={of} at={at} count={count} building={building} name={t('alarms:condition.part', { number: at + 1 })} />
    </Stack>
  )
}

/** A group of parts, with the way to add to it; groups stand in groups up to three deep. */
export function ConditionGroup({
  of,
  depth,
  place,
  building,
}: {
  of: GroupDraft
  depth: number
  /** Among its neighbours; the outermost group has none. */
  place?: { readonly at: number; readonly count: number }
  building: Building
}) {
  const { t } = useTranslation()
  const fault = building.faults.get(of.key)
  const isFull = of.of.length >= (of.kind === 'not' ? 1 : MAX_PARTS)
  const name = t('alarms:condition.group', { number: (place?.at ?? 0) + 1 })
  return (
    <Box
      {...(place ? { 'data-part': of.key } : {})}
      component="fieldset"
      aria-label={name}
      sx={{
        border: 1,
        borderColor: fault === undefined ? 'divider' : 'error.main',
        borderRadius: 1,
        px: 1.5,
        pt: 2,
        pb: 1,
        mx: 0,
        my: place ? 1 : 0,
        minWidth: 0,
        bgcolor: depth % 2 === 0 ? 'action.hover' : 'background.paper',
      }}
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', pb: 0.5 }}>
        <TextField
          select
          label={t('alarms:condition.join')}
          value={of.kind}
          sx={{ width: 220 }}
          onChange={({ target }) => building.put(of.key, { ...of, kind: target.value as GroupKind })}
        >
          {GROUP_KINDS.map((kind) => (
            // What is not so is one thing: several are put in a group of their own first.
            <MenuItem key={kind} value={kind} disabled={kind === 'not' && of.of.length > 1}>
              {t(`alarms:condition.kinds.${kind}`)}
            </MenuItem>
          ))}
        </TextField>
        {place && <PartActs of={of} at={place.at} count={place.count} building={building} name={name} />}
      </Stack>
      {of.of.map((part, at) =>
        isGroup(part) ? (
          <ConditionGroup key={part.key} of={part} depth={depth + 1} place={{ at, count: of.of.length }} building={building} />
        ) : (
          <LeafRow key={part.key} of={part} at={at} count={of.of.length} building={building} />
        ),
      )}
      {fault !== undefined && <FormHelperText error>{fault}</FormHelperText>}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', pt: 0.5 }}>
        <AddButton variant="text" size="small" disabled={isFull} onClick={() => building.add(of, blankLeaf())} sx={{ minHeight: 40 }}>
          {t('alarms:condition.add')}
        </AddButton>
        {mayNest(depth) && (
          <Button
            size="small"
            startIcon={<PlaylistAddIcon />}
            disabled={isFull}
            onClick={() => building.add(of, groupOf(of.kind === 'any' ? 'all' : 'any', [blankLeaf()]))}
            sx={{ minHeight: 40 }}
          >
            {t('alarms:condition.addGroup')}
          </Button>
        )}
      </Stack>
    </Box>
  )
}
