import { MaterialForm } from '../base/productForms.ts'

export default MaterialForm
