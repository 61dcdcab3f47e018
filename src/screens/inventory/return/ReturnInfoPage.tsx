import { screens } from './return.ts'

export default screens.InfoPage
