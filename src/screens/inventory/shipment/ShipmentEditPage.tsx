import { screens } from './shipment.ts'

export default screens.EditPage
