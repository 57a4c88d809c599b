/** Every query of the library begins with it. */
export const LIBRARY_KEY = 'library';
