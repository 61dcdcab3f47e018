import { screens } from './materialShipment.ts'

export default screens.AddPage
