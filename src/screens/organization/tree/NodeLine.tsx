import AgricultureOutlined from '@mui/icons-material/AgricultureOutlined'
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined'
import BusinessOutlined from '@mui/icons-material/BusinessOutlined'
import GroupOffOutlined from '@mui/icons-material/GroupOffOutlined'
import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Branches, Node } from './branches.ts'

const PICTURES = {
  enterprise: ApartmentOutlined,
  company: BusinessOutlined,
  base: AgricultureOutlined,
  department: GroupsOutlined,
  staff: PersonOutlined,
  unplaced: GroupOffOutlined,
} as const

/** One line of the tree: what it is, what it is called, who leads it or as what somebody works, and how many people are under it. */
export function NodeLine({ node, branches, isCut }: { node: Node; branches: Branches; isCut: boolean }) {
  const { t } = useTranslation()
  const Picture = PICTURES[node.is === 'unit' ? node.unit.kind : node.is]
  const leader = node.is === 'unit' ? branches.person(node.unit.leaderId)?.realName : undefined
  const beside = node.is === 'staff' ? node.person.title : leader
  return (
    <Whole className={node.is} style={isCut ? CUT : undefined}>
      <Picture aria-hidden fontSize="small" />
      <span className="name">{node.is === 'unplaced' ? t('organization:unit.unplaced') : node.name}</span>
      {beside != null && <span className="beside">{beside}</span>}
      {node.is !== 'staff' && (
        <span className="count">{t('organization:unit.count.people', { count: branches.count(node.key).people })}</span>
      )}
    </Whole>
  )
}

const CUT = { opacity: 0.5 } as const
const CLIPPED = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
/** One style for a whole line: thousands of them are scrolled. */
const Whole = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: spacing(1),
  flex: 1,
  minWidth: 0,
  '& > svg': { color: vars?.palette.primary.main, flexShrink: 0 },
  '&.staff > svg': { color: vars?.palette.text.secondary },
  '& > .name': { ...typography.body2, ...CLIPPED, fontWeight: 500, flexShrink: 1, minWidth: 40 },
  '&.staff > .name': { fontWeight: 400 },
  '& > .beside': { ...typography.caption, ...CLIPPED, color: vars?.palette.text.secondary, flexShrink: 3, minWidth: 0 },
  '& > .count': {
    ...typography.caption,
    color: vars?.palette.text.secondary,
    marginLeft: 'auto',
    flexShrink: 0,
    fontVariantNumeric: 'tabular-nums',
  },
}))
