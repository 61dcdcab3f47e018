import { screens } from './materialWarehousing.ts'

export default screens.InfoPage
