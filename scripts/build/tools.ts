/** Returns whether the bundler, a development dependency, is installed; `resolve` throws for a missing package. */
export const canBuild = (resolve = (name: string): string => import.meta.resolve(name)): boolean => {
  try {
    return resolve('vite') !== ''
  } catch {
    return false
  }
}
