import AgricultureOutlined from '@mui/icons-material/AgricultureOutlined'
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined'
import BusinessOutlined from '@mui/icons-material/BusinessOutlined'
import GrassOutlined from '@mui/icons-material/GrassOutlined'
import HomeOutlined from '@mui/icons-material/HomeOutlined'
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined'
import LandscapeOutlined from '@mui/icons-material/LandscapeOutlined'
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined'
import MapOutlined from '@mui/icons-material/MapOutlined'
import PeopleOutlined from '@mui/icons-material/PeopleOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import RuleOutlined from '@mui/icons-material/RuleOutlined'
import RouterOutlined from '@mui/icons-material/RouterOutlined'
import SpaOutlined from '@mui/icons-material/SpaOutlined'
import YardOutlined from '@mui/icons-material/YardOutlined'

/** A page's picture; a page below another one has that one's, and the last ones are those of the modules. */
const icons = {
  '/home': HomeOutlined,
  '/map': MapOutlined,
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
  '/inventory/prment': ReceiptLongOutlined,
  '/inventory/config': RuleOutlined,
  '/system': BusinessOutlined,
  '/inventory': Inventory2Outlined,
  '/web': YardOutlined,
}

/** The address whose picture a page has. */
export const pictureOf = (path: string) =>
  Object.entries(icons).find(([known]) => path === known || path.startsWith(`${known}/`)) ?? (['/web', YardOutlined] as const)

export function MenuIcon({ path }: { path: string }) {
  const [, Icon] = pictureOf(path)
  return <Icon fontSize="small" aria-hidden />
}
