import { createContext } from 'react';

/** The widths of the columns of a table that is divided into parts, as shares of 1. */
export const ColumnsContext = createContext<readonly number[] | undefined>(undefined);
