import AgricultureOutlined from '@mui/icons-material/AgricultureOutlined'
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined'
import CategoryOutlined from '@mui/icons-material/CategoryOutlined'
import CircleOutlined from '@mui/icons-material/CircleOutlined'
import GrassOutlined from '@mui/icons-material/GrassOutlined'
import HomeOutlined from '@mui/icons-material/HomeOutlined'
import LandscapeOutlined from '@mui/icons-material/LandscapeOutlined'
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined'
import MapOutlined from '@mui/icons-material/MapOutlined'
import PeopleOutlined from '@mui/icons-material/PeopleOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import RouterOutlined from '@mui/icons-material/RouterOutlined'
import SpaOutlined from '@mui/icons-material/SpaOutlined'

/** A page's picture; a page below another one has that one's. */
const icons = {
  '/web/farm/home': HomeOutlined,
  '/web/farm/map': MapOutlined,
  '/web/farm/base': AgricultureOutlined,
  '/web/farm/land': LandscapeOutlined,
  '/web/farm/worker': PeopleOutlined,
  '/web/user': ManageAccountsOutlined,
  '/web/equipment/gateway': RouterOutlined,
  '/system/basemanage': AgricultureOutlined,
  '/system/taskType': AssignmentOutlined,
  '/system/crop': GrassOutlined,
  '/system/varieties': SpaOutlined,
  '/system': CategoryOutlined,
  '/inventory/prment': ReceiptLongOutlined,
}

export function MenuIcon({ path }: { path: string }) {
  const Icon = Object.entries(icons).find(([known]) => path === known || path.startsWith(`${known}/`))?.[1] ?? CircleOutlined
  return <Icon fontSize="small" aria-hidden />
}
