import { GeneralForm } from './productForms.ts'

export default GeneralForm
