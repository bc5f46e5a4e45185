import '../shared/shared.css';
import './jobPage.css';
import { openJobPage } from './openPage.tsx';

openJobPage(acquireVsCodeApi());
