import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DriveFileMoveOutlined from '@mui/icons-material/DriveFileMoveOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { ORGANIZATION_CREATE, ORGANIZATION_DELETE, ORGANIZATION_EDIT, unitCalls } from '#contract/organization/unit'
import { MADE_KINDS, mayStandUnder } from '#contract/organization/unitKinds'
import { useCall } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { AddButton } from '#src/ui/AddButton.tsx'
import { Fact } from '#src/ui/Fact.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import type { Branches, Node } from './branches.ts'
import { mayLeave } from './mayMove.ts'

export interface NodeActs {
  readonly onAdd: (kind: (typeof MADE_KINDS)[number]) => void
  readonly onEdit: () => void
  readonly onMove: () => void
  readonly onShift: (step: -1 | 1) => void
  readonly onRemove: () => void
}

/** What is chosen in the tree: its facts, and what can be done with it. */
export function NodePanel({ node, branches, acts }: { node: Node; branches: Branches; acts: NodeActs }) {
  const { t } = useTranslation()
  const title = node.is === 'unplaced' ? t('organization:unit.unplaced') : node.name
  const kind = node.is === 'unit' ? t(`organization:unit.kind.${node.unit.kind}`) : node.is === 'staff' ? t('organization:unit.staff') : ''
  return (
    <Stack sx={{ gap: 2 }}>
      <Section title={title} aside={<SecondaryText>{kind}</SecondaryText>}>
        <Stack sx={{ gap: 2 }}>
          <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content minmax(0, 1fr)', columnGap: 2, rowGap: 1 }}>
            {node.is === 'staff' ? <StaffFacts node={node} branches={branches} /> : <UnitFacts node={node} branches={branches} />}
          </Box>
          <Acts node={node} acts={acts} />
        </Stack>
      </Section>
      {node.is === 'staff' && <Line userId={node.person.userId} branches={branches} />}
    </Stack>
  )
}

function UnitFacts({ node, branches }: { node: Exclude<Node, { is: 'staff' }>; branches: Branches }) {
  const { t } = useTranslation()
  const { units, people, direct } = branches.count(node.key)
  const unit = node.is === 'unit' ? node.unit : null
  const leader = unit?.leaderId == null ? null : (branches.person(unit.leaderId)?.realName ?? t('organization:unit.somebodyGone'))
  return (
    <>
      {unit?.parentId != null && (
        <Fact name={t('organization:unit.fields.parentId')}>{branches.path(unit.parentId).join(t('organization:unit.sheet.under'))}</Fact>
      )}
      {unit?.code != null && <Fact name={t('organization:unit.fields.code')}>{unit.code}</Fact>}
      {unit !== null && <Fact name={t('organization:unit.fields.leaderId')}>{leader ?? t('organization:unit.none')}</Fact>}
      {unit !== null && <Fact name={t('organization:unit.under')}>{t('organization:unit.count.units', { count: units })}</Fact>}
      <Fact name={t('organization:unit.people')}>
        {t('organization:unit.count.people', { count: people })}
        {unit !== null && direct !== people && ` · ${t('organization:unit.count.direct', { count: direct })}`}
      </Fact>
      {unit?.kind === 'base' && (
        <Fact name="">
          <Link component={RouterLink} to={`/system/basemanage?open=${unit.areaId}`}>
            {t('organization:unit.openBase')}
          </Link>
        </Fact>
      )}
    </>
  )
}

function StaffFacts({ node: { person }, branches }: { node: Extract<Node, { is: 'staff' }>; branches: Branches }) {
  const { t } = useTranslation()
  const place =
    person.unitId === null ? t('organization:unit.nowhere') : branches.path(person.unitId).join(t('organization:unit.sheet.under'))
  const own = person.leaderId === null ? null : (branches.person(person.leaderId)?.realName ?? t('organization:unit.somebodyGone'))
  return (
    <>
      <Fact name={t('organization:unit.fields.unitId')}>{place}</Fact>
      <Fact name={t('organization:unit.fields.staffTitle')}>{person.title ?? t('organization:unit.none')}</Fact>
      {own !== null && <Fact name={t('organization:unit.fields.ownLeader')}>{own}</Fact>}
    </>
  )
}

/** Whom approvals would ask. */
function Line({ userId, branches }: { userId: number; branches: Branches }) {
  const { t } = useTranslation()
  const line = useCall(unitCalls.line, { query: { userId } })
  const unitOf = (unitId: number) => branches.unit(unitId)?.name ?? ''
  return (
    <Section title={t('organization:unit.line')}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {line.data?.length === 0 ? t('organization:unit.lineNone') : t('organization:unit.lineLead')}
      </Typography>
      <Stack component="ol" sx={{ m: 0, pl: 3, gap: 0.5 }}>
        {(line.data ?? []).map((one) => (
          <Typography component="li" variant="body2" key={one.userId}>
            {one.realName ?? t('organization:unit.somebodyGone')}
            <Typography component="span" variant="caption" sx={{ ml: 1, color: 'text.secondary' }}>
              {one.unitId === null ? t('organization:unit.lineNamed') : t('organization:unit.lineUnit', { unit: unitOf(one.unitId) })}
            </Typography>
          </Typography>
        ))}
      </Stack>
    </Section>
  )
}

function Acts({ node, acts }: { node: Node; acts: NodeActs }) {
  const { t } = useTranslation()
  const unit = node.is === 'unit' ? node.unit : null
  const isMade = unit !== null && (MADE_KINDS as readonly string[]).includes(unit.kind)
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      {unit !== null && (
        <Permitted code={ORGANIZATION_CREATE}>
          {MADE_KINDS.filter((kind) => mayStandUnder(kind, unit.kind)).map((kind) => (
            <AddButton key={kind} size="small" variant="outlined" onClick={() => acts.onAdd(kind)}>
              {t(`organization:unit.add.${kind}`)}
            </AddButton>
          ))}
        </Permitted>
      )}
      {node.is !== 'unplaced' && (
        <Permitted code={ORGANIZATION_EDIT}>
          <Button size="small" startIcon={<EditIcon />} onClick={acts.onEdit}>
            {t('organization:unit.edit')}
          </Button>
          {mayLeave(node) && (
            <Button size="small" startIcon={<DriveFileMoveOutlined />} onClick={acts.onMove}>
              {t('organization:unit.move')}
            </Button>
          )}
          {unit !== null && mayLeave(node) && (
            <>
              <Button size="small" startIcon={<ArrowUpward />} onClick={() => acts.onShift(-1)}>
                {t('organization:unit.up')}
              </Button>
              <Button size="small" startIcon={<ArrowDownward />} onClick={() => acts.onShift(1)}>
                {t('organization:unit.down')}
              </Button>
            </>
          )}
        </Permitted>
      )}
      {isMade && (
        <Permitted code={ORGANIZATION_DELETE}>
          <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={acts.onRemove}>
            {t('organization:unit.remove')}
          </Button>
        </Permitted>
      )}
    </Stack>
  )
}
