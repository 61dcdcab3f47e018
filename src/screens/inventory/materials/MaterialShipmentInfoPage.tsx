import { screens } from './materialShipment.ts'

export default screens.InfoPage
