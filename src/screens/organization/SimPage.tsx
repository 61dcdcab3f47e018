import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { simCard } from '#contract/organization/simCard'
import { SimViews } from './sim/SimViews.tsx'
import { crudScreen } from '#src/crud/crudScreen.tsx'

export default crudScreen(simCard, {
  columns: ['iccid', 'cardState', 'expiry', 'usage', 'carrier', 'planName', 'allowanceMb', 'expiresOn', 'deviceEui', 'organizationId'],
  filters: ['cardState', 'expiry', 'usage'],
  everyBase: true,
  views: SimViews,
  form: [
    ['iccid', 'msisdn'],
    ['carrier', 'planName'],
    ['allowanceMb', 'expiresOn'],
    ['cardState', 'organizationId'],
    ['deviceEui'],
    ['remark'],
  ],
  cells: {
    iccid: ({ value, record }) => (
      <Link component={RouterLink} to={`/system/sim-manage/info/${Number(record.simCardId)}`} onClick={(event) => event.stopPropagation()}>
        {String(value)}
      </Link>
    ),
    deviceEui: ({ value, record }) => (record.deviceName ?? value ?? '--') as string,
  },
})
