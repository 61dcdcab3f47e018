import AgricultureOutlined from '@mui/icons-material/AgricultureOutlined'
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined'
import BusinessOutlined from '@mui/icons-material/BusinessOutlined'
import GroupOffOutlined from '@mui/icons-material/GroupOffOutlined'
import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
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
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flex: 1, minWidth: 0, opacity: isCut ? 0.5 : 1 }}>
      <Picture aria-hidden fontSize="small" sx={{ color: node.is === 'staff' ? 'text.secondary' : 'primary.main', flexShrink: 0 }} />
      <Typography variant="body2" noWrap sx={{ fontWeight: node.is === 'staff' ? 400 : 500, flexShrink: 1, minWidth: 40 }}>
        {node.is === 'unplaced' ? t('organization:unit.unplaced') : node.name}
      </Typography>
      {beside != null && (
        <Typography variant="caption" noWrap sx={{ color: 'text.secondary', flexShrink: 3, minWidth: 0 }}>
          {beside}
        </Typography>
      )}
      {node.is !== 'staff' && (
        <Typography variant="caption" sx={{ color: 'text.secondary', ml: 'auto', flexShrink: 0, fontVariantNumeric: 'tabular-nums' }}>
          {t('organization:unit.count.people', { count: branches.count(node.key).people })}
        </Typography>
      )}
    </Box>
  )
}
